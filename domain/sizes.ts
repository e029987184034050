/**
 * The size of a product on a cart or order line (D39, D40). A size is a name: `14` for a ring, `2.6` for a bangle, `18`
 * inches for a chain. The available sizes are in size-range.ts, which listings do not load.
 */
import type { Gender, Product, ProductKey } from './product.ts'

/** A product in one of its sizes. */
export interface LineKey extends ProductKey {
  /** Empty for a product of one size. */
  readonly size: string
}

/** `rings-801/14`, `tops-1`. */
export function lineKeyOf({ type, id, size }: LineKey): string {
  return `${type}-${id}${size && `/${size}`}`
}

export function isSameLine(one: LineKey, other: LineKey): boolean {
  return lineKeyOf(one) === lineKeyOf(other)
}

/** Most women wear 10 to 14, most men 18 to 22. */
const STANDARD_RING: Record<Gender, string> = { Female: '12', Unisex: '16', Male: '20' }

/** The size that is pictured, weighed and added if none was chosen; empty for a product of one size. */
export function standardSizeOf(product: Product): string {
  switch (product.type) {
    case 'rings':
      return STANDARD_RING[product.gender]
    case 'bangles':
      return product.sizeInches === 2.1 ? '2.10' : `${product.sizeInches}`
    case 'chains':
      return `${product.lengthInches ?? ''}`
    // Chokers, lariats and statement necklaces are designed for one length.
    case 'necklaces':
      return product.category === 'Pendant' ? `${product.lengthInches}` : ''
    default:
      return ''
  }
}

/** "Size 12", "Length 18 in"; empty for a product of one size. */
export function sizeLabel({ type, size }: Omit<LineKey, 'id'>): string {
  if (!size) return ''
  return type === 'chains' || type === 'necklaces' ? `Length ${size} in` : `Size ${size}`
}
