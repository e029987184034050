/** The fourteen pictures of the home page's carousel with what is said beside each. */
import { paths } from '#app/paths.ts'

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
  ['For the home shrine', 'Idols in silver and bronze, cast and finished by hand.'],
  ['Every step, a bell', 'Silver payals for bare feet and festival days.'],
  ['Around the throat', 'Chokers, haars and lariats.'],
  ['Studs that stay', 'Small earrings for long days.'],
]

export const SLIDES: readonly Slide[] = WORDS.map(([headline, text], place) => ({
  number: place + 1,
  headline,
  text,
}))

export const TILES = [
  { type: 'rings', label: 'Rings', to: paths.listing('rings') },
  { type: 'necklaces', label: 'Necklaces', to: paths.listing('necklaces') },
  { type: 'tops', label: 'Earrings', to: paths.listing('tops') },
  { type: 'bracelets', label: 'Bracelets', to: paths.listing('bracelets') },
] as const
