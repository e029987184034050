/** Lines of an order, or some of their pieces, as chosen by a customer or staff. */
import * as z from 'zod/mini'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/limits.ts'

export const ChosenLines = z
  .array(
    z.strictObject({
      position: z.int().check(z.gte(0)),
      quantity: z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX)),
    }),
  )
  .check(z.maxLength(CART_LINES_MAX))
