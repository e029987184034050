/**
 * Signs what a shopper was shown at the checkout: the next call proves with it which price the shop quoted, when, and
 * in which edition. The quote has no amounts of lines, because these follow from the edition.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { CartLine } from '#domain/cart-changes.ts'
import type { Paise } from '#domain/money.ts'
import { skuOf } from '#domain/product.ts'
import { isSameSecret } from '#server/encryption.ts'

export interface SignedQuote {
  readonly userId: string
  readonly edition: number
  /** Digest of keys and quantities (digestOf). */
  readonly linesDigest: string
  readonly subtotal: Paise
  readonly pincode: string
  /** The rate that each courier quoted. */
  readonly shippingRates: readonly (readonly [courierId: number, rate: Paise])[]
  /** Milliseconds since 1970. */
  readonly validUntil: number
}

export interface QuoteSigner {
  sign(quote: SignedQuote): string
  /** Null if this shop did not sign it. An expired one is returned. */
  verify(quoteToken: string): SignedQuote | null
}

/** `secret` is the session secret, from which a separate key is derived. */
export function createQuoteSigner(secret: string): QuoteSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'swarnika quote 1', 32))
  const signatureOf = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url')
  return {
    sign(quote) {
      const payload = Buffer.from(JSON.stringify(quote)).toString('base64url')
      return `${payload}.${signatureOf(payload)}`
    },
    verify(quoteToken) {
      const [payload = '', signature = ''] = quoteToken.split('.')
      if (!isSameSecret(signature, signatureOf(payload))) return null
      // Signed, so it was written by `sign`.
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedQuote
    },
  }
}

/** Equal for the same lines in any order and size, neither of which changes a price (D39). */
export function digestOf(lines: readonly Pick<CartLine, 'type' | 'id' | 'quantity'>[]): string {
  const keys = lines.map((line) => `${skuOf(line)} ${line.quantity}`)
  return createHash('sha256').update(keys.sort().join('\n')).digest('base64url')
}
