/** Schemas that several modules of the contract share. Money is integer paise. */
import * as z from 'zod/mini'
import { paise } from '#domain/money.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/shop.ts'
import { WISHLIST_MAX } from '#domain/wishlist.ts'

const WHOLE_PAISE_MAX = 1_000_000_000_000

export const Paise = z.pipe(
  z.int().check(z.gte(0), z.lte(WHOLE_PAISE_MAX)),
  z.transform((amount: number) => paise(amount)),
)

/** One line of typed text: trimmed, without control characters and lone surrogates, which PostgreSQL rejects. */
export const singleLine = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))
export const multiLine = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u))

/** Digits with the usual separators, with or without a country code. */
export const PHONE = /^[+\d][\d\s()-]*$/

export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

export const ProductKey = z.strictObject({
  type: z.enum(PRODUCT_TYPES),
  id: z.int().check(z.gte(0), z.lte(999_999)),
})
const CartLine = z.strictObject({
  ...ProductKey.shape,
  quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
})
export const Cart = z.array(CartLine).check(z.maxLength(CART_LINES_MAX))
export const Wishlist = z.array(ProductKey).check(z.maxLength(WISHLIST_MAX))

/** The body of every error response: a stable code, a text for shoppers, and texts per field of a form. */
export const ErrorBody = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Of a total that the shopper has seen: what it is now, and why. */
  priceChange: z.optional(
    z.object({
      before: z.int(),
      after: z.int(),
      causes: z.array(z.object({ text: z.string(), amount: z.int() })),
    }),
  ),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const ERROR_STATUS = {
  'invalid-request': 400,
  'not-signed-in': 401,
  'not-found': 404,
  conflict: 409,
  'already-ordered': 409,
  'prices-changed': 409,
  'cart-blocked': 409,
  'out-of-stock': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'not-serviceable': 422,
  'too-many-requests': 429,
  'provider-unavailable': 503,
  'payment-not-verified': 422,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS
