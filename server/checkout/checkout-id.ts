/**
 * What a shopper confirms with "Proceed to Payment", identified by its content: a retry, from another tab or device or
 * after a lost response, is the same order while its payment can be resumed. The cart generation tells a retry from a new
 * purchase of the same products (docs/decisions/007-cart-generation.md).
 */
import { createHash } from 'node:crypto'
import type { Paise } from '#domain/money.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { linesKey, type CheckoutLine } from './items.ts'

export interface CheckoutContent {
  readonly cartGeneration: number
  readonly total: Paise
  readonly lines: readonly CheckoutLine[]
  readonly shipTo: ShippingAddress
  /** Null leaves the choice to the shop. */
  readonly courierId: number | null
  readonly offerCode: string | null
}

/** `ordinal` counts from 1: after an unpaid order ends, the same content may be ordered again. */
export function checkoutIdOf(
  { cartGeneration, total, lines, shipTo, courierId, offerCode }: CheckoutContent,
  ordinal: number,
): string {
  const address = Object.entries(shipTo).toSorted()
  const code = offerCode === null ? [] : [offerCode]
  const content = JSON.stringify([
    cartGeneration,
    total,
    linesKey(lines),
    address,
    courierId,
    ordinal,
    ...code,
  ])
  const hex = createHash('sha256').update(content).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
