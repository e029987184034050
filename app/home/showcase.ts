/** What the home page shows, for the build and for those who come here from another page of the shop. */
import { loadProducts } from '#domain/catalogue/lazily.ts'
import { FEATURED, NEW_ARRIVALS } from '#domain/catalogue/selections.ts'
import { isSameProduct, skuOf, type Product, type ProductKey } from '#domain/product.ts'

export async function showcase() {
  const [newArrivals, featured] = await Promise.all([pieces(NEW_ARRIVALS), pieces(FEATURED)])
  return { slides: SLIDES, newArrivals, featured }
}

/** As cards show them: without the texts of the detail pages. Rejects when the catalogue lacks one of them. */
function pieces(keys: readonly ProductKey[]): Promise<Product[]> {
  return Promise.all(
    keys.map(async (key) => {
      const ofType: readonly Product[] = await loadProducts(key.type)
      const product = ofType.find((product) => isSameProduct(product, key))
      if (!product) throw new Error(`The home page shows ${skuOf(key)}, which the catalogue does not have`)
      return { ...product, description: '' }
    }),
  )
}

/** One of the fourteen pictures with what is said beside it. */
export interface Slide {
  readonly number: number
  readonly headline: string
  readonly text: string
}

const WORDS: readonly (readonly [headline: string, text: string])[] = [
  ['Made to be handed down', 'Gold, silver and stones from New Delhi, since 1995.'],
  ['A ring for the question', 'Solitaires and halos, priced by weight and stone.'],
  ['The sound of a jhumka', 'Domes, pearls and little bells for the ear.'],
  ['Kadas, single or by the pair', 'Engraved, enamelled, or simply polished.'],
  ['For the day you marry', 'Bridal sets, made together to be worn together.'],
  ['Black beads and gold', 'Mangal sutras for the ceremony and for every day.'],
  ['Close to the heart', 'Pendants and lockets, with their chains.'],
  ['One fine line', 'Tennis bracelets, cuffs and charms for the wrist.'],
  ['Rope, box, snake, Cuban', 'Chains by weight and by length.'],
  ['Colour, as it grew', 'Loose stones with their carats, clarity and origin.'],
  ['For the home shrine', 'Idols in silver, in bronze and in gold plate.'],
  ['Every step, a bell', 'Silver payals for bare feet and festival days.'],
  ['Around the throat', 'Chokers, haars and lariats.'],
  ['Studs that stay', 'Small earrings for long days.'],
]

const SLIDES: readonly Slide[] = WORDS.map(([headline, text], place) => ({
  number: place + 1,
  headline,
  text,
}))
