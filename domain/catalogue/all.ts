/** The products of the opening collection (opening.ts). */
import { PRODUCT_TYPES, type Product, type ProductOfType, type ProductType } from '#domain/product.ts'
import { anklet } from './anklet.ts'
import { bangles } from './bangles.ts'
import { bracelets } from './bracelets.ts'
import { chains } from './chains.ts'
import { gems } from './gems.ts'
import { idols } from './idols.ts'
import { mangalSutra } from './mangal-sutra.ts'
import { necklaces } from './necklaces.ts'
import { pendants } from './pendants.ts'
import { rings } from './rings.ts'
import { sets } from './sets.ts'
import { tops } from './tops.ts'

export const CATALOGUE = {
  rings,
  necklaces,
  tops,
  sets,
  pendants,
  bracelets,
  bangles,
  chains,
  gems,
  idols,
  anklet,
  'mangal-sutra': mangalSutra,
} satisfies { readonly [T in ProductType]: readonly ProductOfType[T][] }

/** Type by type in the order of PRODUCT_TYPES; within a type in the order of "featured". */
export const ALL_PRODUCTS: readonly Product[] = PRODUCT_TYPES.flatMap(
  (type): readonly Product[] => CATALOGUE[type],
)
