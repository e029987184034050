/**
 * One checkout keeps one id: a double press, a second tab and a retry after a lost answer all name the same order to
 * the server. Another content, address, courier or person is another checkout.
 */
import type { ShippingAddress } from '#domain/shipping.ts'
import type { BuyableLine } from '#domain/cart.ts'
import type { Paise } from '#domain/money.ts'
import { keepAttempt, readAttempt, type Attempt } from '#app/state/checkout.ts'

export interface Purchase {
  readonly userId: string
  readonly lines: readonly BuyableLine[]
  readonly address: ShippingAddress
  readonly courierId: number
  /** What the shopper sees and agrees to. */
  readonly total: Paise
}

export async function attemptFor(purchase: Purchase): Promise<Attempt> {
  const fingerprint = await fingerprintOf(purchase)
  const kept = readAttempt()
  return kept?.fingerprint === fingerprint ? kept : newAttempt(fingerprint)
}

export function newAttempt(fingerprint: string): Attempt {
  const attempt = { checkoutId: crypto.randomUUID(), fingerprint }
  keepAttempt(attempt)
  return attempt
}

/** A digest, as the address itself has no business in a storage that outlives the tab. */
async function fingerprintOf({ userId, lines, address, courierId, total }: Purchase): Promise<string> {
  const bought = lines.map(({ key, quantity, total }) => [key.type, key.id, quantity, total])
  const facts = [userId, bought, Object.entries(address).toSorted(), courierId, total]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(facts)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
