import type { CollectionSource } from '#domain/collection.ts'
import type { ProductType } from '#domain/product.ts'
import { selectedProducts } from '#app/product/page-data.ts'

export async function loadHomeContent(collection: CollectionSource) {
  const { newArrivals, featured, rates } = await collection.index()
  return {
    slides: SLIDES,
    shopBy: SHOP_BY,
    newArrivals: await selectedProducts(collection, newArrivals),
    featured: await selectedProducts(collection, featured),
    offerPercent: rates.offerPercent,
  }
}

export interface Slide {
  readonly number: number
  /** The subject of the headline and target of the link. */
  readonly type: ProductType
  readonly headline: string
  readonly text: string
  /** Text alternative of the picture. */
  readonly shows: string
}

const TEXTS: readonly (readonly [type: ProductType, headline: string, text: string, shows: string])[] = [
  [
    'necklaces',
    'Made to be handed down',
    'Gold, silver and stones from New Delhi, since 1995.',
    'Long gold coin haar on dark velvet shoulders before an aubergine wall',
  ],
  [
    'rings',
    'A ring for the question',
    'Solitaires and halos, priced by weight and stone.',
    'A platinum solitaire and a diamond halo ring on two marble plinths',
  ],
  [
    'tops',
    'The sound of a jhumka',
    'Domes, pearls and little bells for the ear.',
    'A pair of kundan jhumkas hanging from a rail before a green wall',
  ],
  [
    'bangles',
    'Kadas, single or by the pair',
    'Engraved, enamelled, or simply polished.',
    'Three gold kadas stacked on marble, another standing beside them, before a terracotta wall',
  ],
  [
    'sets',
    'For the day you marry',
    'Bridal sets, made together to be worn together.',
    'Kundan bridal choker on velvet shoulders before a deep green wall',
  ],
  [
    'mangal-sutra',
    'Black beads and gold',
    'Mangal sutras for the ceremony and for every day.',
    'Temple pendant of swans and lotus on strands of black beads, on maroon',
  ],
  [
    'pendants',
    'Close to the heart',
    'Pendants and lockets, with their chains.',
    'A round navratna pendant and an oval locket lying with their chains',
  ],
  [
    'bracelets',
    'One fine line',
    'Tennis bracelets, cuffs and charms for the wrist.',
    'Enamelled gold cuff and a line of diamonds on marble plinths, two gold bracelets before them',
  ],
  [
    'chains',
    'Rope, box, snake, Cuban',
    'Chains by weight and by length.',
    'Ribbed gold beads coiled on dark wood, a gold rope and a rose gold chain coiled beside them',
  ],
  [
    'gems',
    'Colour, as it grew',
    'Loose stones with their carats, clarity and origin.',
    'Ten loose stones of many colours and cuts on ivory, emerald and ruby in their midst',
  ],
  [
    'idols',
    'For the home shrine',
    'Idols in silver, in bronze and in gold plate.',
    'A gilded lotus lamp alight beside a silver kalash, little clay lamps burning before them',
  ],
  [
    'anklet',
    'Every step, a bell',
    'Silver payals for bare feet and festival days.',
    'A pair of silver payals with bells before a gold anklet on marble, on a midnight blue ground',
  ],
  [
    'necklaces',
    'Around the throat',
    'Chokers, haars and lariats.',
    'Choker of diamond crescents on dark shoulders before a grey-brown wall',
  ],
  [
    'tops',
    'Studs that stay',
    'Small earrings for long days.',
    'Two pearl studs on a slim rail before a terracotta wall',
  ],
]

const SLIDES: readonly Slide[] = TEXTS.map(([type, headline, text, shows], index) => ({
  number: index + 1,
  type,
  headline,
  text,
  shows,
}))

export interface ShopByGroup {
  readonly title: string
  /** Each is a search for its own label. */
  readonly labels: readonly string[]
}

const SHOP_BY: readonly ShopByGroup[] = [
  {
    title: 'Budget',
    labels: [
      'Under ₹10,000',
      '₹10,000 to ₹25,000',
      '₹25,000 to ₹50,000',
      '₹50,000 to ₹1,00,000',
      'Above ₹1,00,000',
    ],
  },
  { title: 'Occasion', labels: ['Engagement', 'Wedding', 'Bridal', 'Puja', 'For men'] },
  { title: 'Metal', labels: ['Yellow gold', 'White gold', 'Rose gold', 'Platinum', 'Silver'] },
  { title: 'Craft', labels: ['Diamond', 'Pearl', 'Kundan', 'Temple', 'Meenakari'] },
]
