import * as z from 'zod/mini'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { endpoint } from './endpoint.ts'
import { Paise } from './shared.ts'

const WholeNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/)),
  z.transform((text: string) => Number(text)),
)

/** A reduction is negative. */
const Difference = z.int()

const Edition = z.object({ number: z.int(), publishedAt: z.string() })

export const explainPrice = endpoint({
  method: 'GET',
  path: '/api/collection/price',
  signedIn: false,
  request: z.strictObject({
    type: z.enum(PRODUCT_TYPES),
    id: WholeNumber,
    /** Defaults to the current edition. */
    edition: z.optional(WholeNumber),
    /** Another edition, to compare with. */
    since: z.optional(WholeNumber),
  }),
  response: z.object({
    name: z.string(),
    edition: Edition,
    price: Paise,
    /** Lines that add up to the price. */
    lines: z.array(z.object({ label: z.string(), calculation: z.optional(z.string()), amount: Difference })),
    /** Null unless requested, and if the product was not in that edition. */
    since: z.nullable(
      z.object({
        edition: Edition,
        price: Paise,
        /** Causes that add up to the difference between the two prices. */
        changes: z.array(z.object({ text: z.string(), amount: Difference })),
      }),
    ),
  }),
})
