/** Errors of the API. Separate from shared.ts, so that browsers do not load them: they read errors leniently. */
import * as z from 'zod/mini'

/** The body of every error response: a stable code, a text for shoppers, and texts per field of a form. */
export const ErrorBody = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The current total in place of the one that the shopper saw, and the reason. */
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
  'invalid-signature': 401,
  'wrong-sign-in': 401,
  'not-permitted': 403,
  'fresh-code-needed': 403,
  'not-found': 404,
  conflict: 409,
  'last-owner': 409,
  'second-person-needed': 409,
  'below-metal': 409,
  'labels-uncertain': 409,
  'already-ordered': 409,
  'prices-changed': 409,
  'cart-blocked': 409,
  'out-of-stock': 409,
  'consent-needed': 409,
  'already-decided': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'not-serviceable': 422,
  'wrong-code': 422,
  'offer-code-rejected': 422,
  'pan-needed': 422,
  'tax-identity-rejected': 422,
  'too-many-requests': 429,
  'provider-unavailable': 503,
  'payment-not-verified': 422,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS
