/** A drawing for every piece of the catalogue, after its description; a new piece borrows its type's first. */
import type { Product } from '#domain/product.ts'
import { ANKLETS, MANGAL_SUTRAS } from './anklets-and-mangal-sutras.ts'
import { TOPS } from './earrings.ts'
import { RINGS } from './finger-rings.ts'
import { gem, GEM_CUTS } from './gems.ts'
import { diya, kalash, kurma, shivling } from './idols.ts'
import type { Draw } from './motifs.ts'
import { NECKLACES, SETS } from './necklaces.ts'
import { PENDANTS } from './pendants.ts'
import { BANGLES, BRACELETS, CHAINS } from './wrist.ts'
import { METAL_TINTS, penOf, STONE_TINTS, type MetalTint, type Ground } from './pen.ts'

const TABLES: Partial<Record<Product['type'], Record<number, Draw>>> = {
  rings: RINGS,
  necklaces: NECKLACES,
  tops: TOPS,
  sets: SETS,
  pendants: PENDANTS,
  bracelets: BRACELETS,
  bangles: BANGLES,
  chains: CHAINS,
  anklet: ANKLETS,
  'mangal-sutra': MANGAL_SUTRAS,
  idols: { 1000: shivling, 1001: kurma, 1002: diya, 1003: kalash },
}

/** Colour of the soft blot under the drawing. */
export function washOf(product: Product): string {
  if (product.type === 'gems') return STONE_TINTS[GEM_CUTS[product.id]?.[1] ?? 'honey'].pale
  return METAL_TINTS.paper[metalTintOf(product)].pale
}

export function metalTintOf(product: Product): MetalTint {
  const metal = 'metal' in product ? product.metal : 'Silver'
  if (metal === 'Rose Gold' || metal === 'Copper') return 'rose'
  if (metal === 'Bronze') return 'bronze'
  if (metal === 'White Gold' || metal === 'Platinum') return 'white'
  return metal === 'Silver' ? 'silver' : 'gold'
}

/** The piece around the origin of a square of 1000. */
export function drawingOf(product: Product, ground: Ground): string {
  const pen = penOf(METAL_TINTS[ground][metalTintOf(product)], ground)
  if (product.type === 'gems') return gem(pen, product.id)
  const table = TABLES[product.type] ?? RINGS
  const draw = table[product.id] ?? Object.values(table)[0]
  return draw ? draw(pen) : ''
}
