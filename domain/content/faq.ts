/** The questions of /faq. The first five are required (`2.faq.*`). */
import { formatWholeRupees } from '#domain/money.ts'
import { PAN_NEEDED_FROM } from '#domain/tax-identity.ts'
import { MADE_TO_ORDER_DAYS, RETURN_DAYS } from '#domain/deadlines.ts'
import { FREE_SHIPPING_FROM, SHOP } from '#domain/shop.ts'

export interface Question {
  readonly question: string
  readonly answer: string
}

export const FAQ: readonly Question[] = [
  {
    question: 'What is your return policy?',
    answer: `You may return a piece within ${RETURN_DAYS} days if it is unused and in its original condition.`,
  },
  {
    question: 'Do you ship internationally?',
    answer:
      'Yes, we ship to select countries, and fees apply. The checkout takes addresses in India, so please write to us before you order for an address abroad; we will tell you whether we can ship there and what it costs.',
  },
  {
    question: 'How can I track my order?',
    answer: 'Once your order has been shipped, we send you a tracking number by e-mail.',
  },
  {
    question: 'Which payment methods do you accept?',
    answer: 'We accept Visa, MasterCard, PayPal and other major cards. The payment window also takes UPI.',
  },
  {
    question: 'How can I reach customer support?',
    answer: `Use the form on our contact page, or send an e-mail to ${SHOP.email}.`,
  },
  {
    question: 'What does shipping within India cost?',
    answer: `Shipping is free when your items come to ${formatWholeRupees(FREE_SHIPPING_FROM)} or more. Below that you choose a courier at checkout and see the rate before you pay.`,
  },
  {
    question: 'How is the price of a piece worked out?',
    answer: `For most pieces, the weight is multiplied by the rate of the metal, and diamonds in a ring are added by their own weight. A making charge and GST, each a percentage of this value, are added; the page of the piece shows each line with its percentage. Bangles, bracelets, anklets, gems and a few other pieces have a fixed price that includes everything.`,
  },
  {
    question: 'Why do you ask for my PAN?',
    answer: `Tax law asks for the PAN of the buyer on orders from ${formatWholeRupees(PAN_NEEDED_FROM)} on. You enter it at checkout, before you pay; we keep it encrypted, for as long as tax law requires. If you have no PAN, please write to ${SHOP.email} or call ${SHOP.phone} before you order: the law then asks for a declaration (Form 60), which cannot be given online.`,
  },
  {
    question: 'Can I have an invoice for my business?',
    answer:
      'Yes. Enter the GSTIN and the name of your business at checkout, and the tax invoice states both. The delivery address must be in the state of the GSTIN.',
  },
  {
    question: 'What purity of gold do you use?',
    answer:
      'Yellow gold is 22K and is priced at the 22K rate. White gold and rose gold are 18K and are priced at the 18K rate. Pieces that are gold plated say so by their metal and in their description.',
  },
  {
    question: 'Are your diamonds natural?',
    answer:
      'Yes. When we say diamond we mean a natural diamond. Other clear stones are called by their own names, such as white topaz or white sapphire.',
  },
  {
    question: 'How do I find my bangle size?',
    answer:
      'Bangle sizes are the inner diameter in inches and sixteenths: 2.4, read “two four”, is two and four sixteenths of an inch, about 57 mm. The size 2.2 is about 54 mm, 2.6 about 60 mm and 2.8 about 64 mm. Measure across the inside of a bangle that fits you well. Or bring thumb and little finger together, measure around the knuckles with a tape, and divide by 3.14. The page of a bangle helps you with it, and there you choose your size.',
  },
  {
    question: 'How do I find my ring size?',
    answer:
      'Open “Find your ring size” on the page of a ring: lay a ring that fits the same finger on the screen, or measure with a strip of paper, in the evening, when fingers are warm. We make our rings in the Indian sizes 6 to 26; choose yours on the page. Bands that are patterned or set all the way round are difficult to resize later.',
  },
  {
    question: 'Which chain length should I choose?',
    answer:
      'On most people 16 inches sits at the base of the throat, 18 inches on the collarbone, 20 to 22 inches just below it, and 24 inches or more on the chest. On the page of a chain, or of a necklace with a pendant, you choose among its lengths; the other pieces have the length that their page gives.',
  },
  {
    question: 'What does made to order mean?',
    answer: `Sets, bracelets, bangles and anklets that are out of stock can be made again for you. A made-to-order piece is dispatched in ${MADE_TO_ORDER_DAYS} days.`,
  },
  {
    question: 'How should I look after my jewellery?',
    answer:
      'Put it on last and take it off first, keep it dry, and give every piece its own pouch. Clean plain gold and diamonds with lukewarm water, mild soap and a soft brush. Kundan, polki, pearls and plated pieces must stay out of water; a soft dry cloth is enough. Our blog has more on this.',
  },
]
