/** The purity that the shop states for a metal. Follows the FAQ, which names no fineness of silver and platinum. */
import type { Metal } from './product.ts'

/** As hallmarked: karats and parts per thousand of gold. */
export const PURITIES: Record<Metal, `${number}K${number}` | null> = {
  'Yellow Gold': '22K916',
  Gold: '22K916',
  'White Gold': '18K750',
  'Rose Gold': '18K750',
  Silver: null,
  Platinum: null,
  Copper: null,
  Bronze: null,
  'Gold Plated': null,
}

/** Such as `White Gold, 18K`. */
export function metalWithPurity(metal: Metal): string {
  const karat = PURITIES[metal]?.split('K')[0]
  return karat ? `${metal}, ${karat}K` : metal
}
