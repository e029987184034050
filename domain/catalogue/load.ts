/** The catalogue by type, so that a page downloads only the products that it shows. */
import type { ProductOfType, ProductType } from '#domain/product.ts'

const LOADERS: { readonly [T in ProductType]: () => Promise<readonly ProductOfType[T][]> } = {
  rings: async () => (await import('./rings.ts')).rings,
  necklaces: async () => (await import('./necklaces.ts')).necklaces,
  tops: async () => (await import('./tops.ts')).tops,
  sets: async () => (await import('./sets.ts')).sets,
  pendants: async () => (await import('./pendants.ts')).pendants,
  bracelets: async () => (await import('./bracelets.ts')).bracelets,
  bangles: async () => (await import('./bangles.ts')).bangles,
  chains: async () => (await import('./chains.ts')).chains,
  gems: async () => (await import('./gems.ts')).gems,
  idols: async () => (await import('./idols.ts')).idols,
  anklet: async () => (await import('./anklet.ts')).anklet,
  'mangal-sutra': async () => (await import('./mangal-sutra.ts')).mangalSutra,
}

/** Rejects when the download fails. */
export function loadProducts<T extends ProductType>(type: T): Promise<readonly ProductOfType[T][]> {
  return LOADERS[type]()
}
