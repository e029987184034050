/** The purity that the shop states for a metal: as its FAQ says, which names no fineness of silver and platinum. */
import type { Metal } from './product.ts'

/** As hallmarked: carats and parts of gold in a thousand. */
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

/** White Gold, 18K. */
export function metalWithPurity(metal: Metal): string {
  const karat = PURITIES[metal]?.split('K')[0]
  return karat ? `${metal}, ${karat}K` : metal
}
