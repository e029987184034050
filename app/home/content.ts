import type { CollectionSource, PricedProduct } from '#domain/collection.ts'
import { isSameProduct, type ProductKey } from '#domain/product.ts'

export async function loadHomeContent(collection: CollectionSource) {
  const { newArrivals, featured, rates } = await collection.index()
  const productsOf = (keys: readonly ProductKey[]) => selectedProducts(collection, keys)
  return {
    slides: SLIDES,
    newArrivals: await productsOf(newArrivals),
    featured: await productsOf(featured),
    offerPercent: rates.offerPercent,
  }
}

/** Without descriptions, which cards do not show. Omits what an edition has retired. */
async function selectedProducts(
  collection: CollectionSource,
  keys: readonly ProductKey[],
): Promise<PricedProduct[]> {
  const found = await Promise.all(
    keys.map(async (key) =>
      (await collection.productsOf(key.type)).find((product) => isSameProduct(product, key)),
    ),
  )
  return found.filter((product) => product !== undefined).map((product) => ({ ...product, description: '' }))
}

export interface Slide {
  readonly number: number
  readonly headline: string
  readonly text: string
  /** Text alternative of the picture. */
  readonly shows: string
}

const TEXTS: readonly (readonly [headline: string, text: string, shows: string])[] = [
  [
    'Made to be handed down',
    'Gold, silver and stones from New Delhi, since 1995.',
    'Long gold coin haar on dark velvet shoulders before an aubergine wall',
  ],
  [
    'A ring for the question',
    'Solitaires and halos, priced by weight and stone.',
    'A platinum solitaire and a diamond halo ring on two marble plinths',
  ],
  [
    'The sound of a jhumka',
    'Domes, pearls and little bells for the ear.',
    'A pair of kundan jhumkas hanging from a rail before a green wall',
  ],
  [
    'Kadas, single or by the pair',
    'Engraved, enamelled, or simply polished.',
    'Three gold kadas stacked on marble, another standing beside them, before a terracotta wall',
  ],
  [
    'For the day you marry',
    'Bridal sets, made together to be worn together.',
    'Kundan bridal choker on velvet shoulders before a deep green wall',
  ],
  [
    'Black beads and gold',
    'Mangal sutras for the ceremony and for every day.',
    'Temple pendant of swans and lotus on strands of black beads, on maroon',
  ],
  [
    'Close to the heart',
    'Pendants and lockets, with their chains.',
    'A round navratna pendant and an oval locket lying with their chains',
  ],
  [
    'One fine line',
    'Tennis bracelets, cuffs and charms for the wrist.',
    'Enamelled gold cuff and a line of diamonds on marble plinths, two gold bracelets before them',
  ],
  [
    'Rope, box, snake, Cuban',
    'Chains by weight and by length.',
    'Ribbed gold beads coiled on dark wood, a gold rope and a rose gold chain coiled beside them',
  ],
  [
    'Colour, as it grew',
    'Loose stones with their carats, clarity and origin.',
    'Ten loose stones of many colours and cuts on ivory, emerald and ruby in their midst',
  ],
  [
    'For the home shrine',
    'Idols in silver, in bronze and in gold plate.',
    'A gilded lotus lamp alight beside a silver kalash, little clay lamps burning before them',
  ],
  [
    'Every step, a bell',
    'Silver payals for bare feet and festival days.',
    'A pair of silver payals with bells before a gold anklet on marble, on a midnight blue ground',
  ],
  [
    'Around the throat',
    'Chokers, haars and lariats.',
    'Choker of diamond crescents on dark shoulders before a grey-brown wall',
  ],
  [
    'Studs that stay',
    'Small earrings for long days.',
    'Two pearl studs on a slim rail before a terracotta wall',
  ],
]

const SLIDES: readonly Slide[] = TEXTS.map(([headline, text, shows], index) => ({
  number: index + 1,
  headline,
  text,
  shows,
}))
