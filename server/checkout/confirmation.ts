/**
 * What a shopper confirms by pressing "Proceed to Payment". Its content is its identity: sent twice, from another tab or
 * device, or after a lost answer, it is the same confirmation and so the same order. The generation of the cart tells a
 * repetition from a new purchase of the same pieces: each completed order begins the next one.
 */
import { createHash } from 'node:crypto'
import type { Paise } from '#domain/money.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { itemKey, type Piece } from './items.ts'

export interface Confirmation {
  readonly cartGeneration: number
  readonly amount: Paise
  readonly pieces: readonly Piece[]
  readonly shipTo: ShippingAddress
  /** Null where the shopper left the choice to the shop. */
  readonly courierId: number | null
}

/** `attempt` counts from 1: an order that was given up unpaid makes room for the next one of the same content. */
export function checkoutIdOf(
  { cartGeneration, amount, pieces, shipTo, courierId }: Confirmation,
  attempt: number,
): string {
  const address = Object.entries(shipTo).toSorted()
  const content = JSON.stringify([cartGeneration, amount, itemKey(pieces), address, courierId, attempt])
  const hex = createHash('sha256').update(content).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
