/** The text of /about; its claims must hold for catalogue and code. */
import { formatWholeRupees } from '#domain/money.ts'
import { MADE_TO_ORDER_DAYS, RETURN_DAYS } from '#domain/deadlines.ts'
import { FREE_SHIPPING_FROM, SHOP } from '#domain/shop.ts'
import type { Section } from './section.ts'

export const ABOUT_LEAD = `${SHOP.name} has been selling jewellery in ${SHOP.city} since ${SHOP.since}: gold, silver and platinum, and the stones that go with them.`

export const ABOUT: readonly Section[] = [
  {
    heading: `A ${SHOP.city} jeweller since ${SHOP.since}`,
    paragraphs: [
      `When we opened in ${SHOP.since}, jewellery was bought across a counter, with a pair of scales in sight and a cup of tea beside it. People came for a daughter’s wedding, for Dhanteras, for a first salary, and they came back to have a clasp mended.`,
      'Much has changed since. What people want from a jeweller has not: to see what they are buying, to understand what they are paying for, and to find someone there afterwards. This shop on the internet is built on those three things.',
    ],
  },
  {
    heading: 'What we make and sell',
    paragraphs: [
      'Our collections run from slim rings and daily-wear chains to jhumkas, chandbalis, kadas and bridal sets. You will find the crafts of many parts of the country in them: kundan and meenakari from Rajasthan, filigree in the manner of Cuttack, temple work from the South with its swans, lotuses and kemp stones, the vatis of a Maharashtrian mangal sutra.',
      'Beside jewellery we keep loose gemstones, silver payals and a few pieces for the home shrine. We describe each thing as it is. Plated means plated, a heated stone is called heated, and a diamond is a natural diamond.',
    ],
  },
  {
    heading: 'A price you can follow',
    paragraphs: [
      `Most of our pieces are priced in the open. The weight is multiplied by the rate of the metal; a making charge and GST, each a percentage of that value, are added; the page of the piece shows every line, and the lines add up to the price. Where a price is fixed, it already includes everything.`,
      'The price on the card is the price in the cart, and the price in the cart is what you pay.',
    ],
  },
  {
    heading: 'Before and after you buy',
    paragraphs: [
      `Shipping within India is free from ${formatWholeRupees(FREE_SHIPPING_FROM)}. If a set, bracelet, bangle or anklet is out of stock, we make it again and dispatch it in ${MADE_TO_ORDER_DAYS} days. A piece that is unused and in its original condition can come back within ${RETURN_DAYS} days.`,
      `If you are unsure about a size, a stone or an occasion, ask. Write to ${SHOP.email}, use the contact form, or call ${SHOP.phone}. We would rather answer ten questions before a purchase than one complaint after it.`,
    ],
  },
]
