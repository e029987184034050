import type { LineError } from '#domain/cart.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { FREE_SHIPPING_THRESHOLD } from '#domain/shop.ts'

/** For lines that cannot be bought (D12). */
export const LINE_ERROR_TEXT: Record<LineError, string> = {
  'sold out': 'Out of Stock',
  'no longer offered': 'No longer offered',
}

/** For a product that is no longer in the catalogue. */
export const MISSING_NAME = 'A piece we no longer have'

export const BLOCKED =
  'Some pieces can no longer be bought. They are left out of the total; please remove them to check out.'

export const FREE_OVER = `Free over ${FREE_SHIPPING_THRESHOLD}`

export function missingForFree(missing: Paise): string {
  return `Add ${formatRupees(missing)} more for free shipping.`
}
