/** The products of the home page: of different types, in stock, and none without a cart button (gems). */
import type { ProductKey } from '#domain/product.ts'

export const NEW_ARRIVALS: readonly ProductKey[] = [
  { type: 'sets', id: 905 },
  { type: 'tops', id: 5 },
  { type: 'mangal-sutra', id: 504 },
  { type: 'pendants', id: 704 },
]

export const FEATURED: readonly ProductKey[] = [
  { type: 'rings', id: 801 },
  { type: 'necklaces', id: 601 },
  { type: 'bangles', id: 100 },
  { type: 'bracelets', id: 200 },
  { type: 'chains', id: 301 },
  { type: 'anklet', id: 1 },
]
