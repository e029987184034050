/**
 * Cart and wishlist of the signed-in user. The browser sends each change with an id; the server applies it once and
 * returns both lists, so that a repeated delivery changes nothing (D23).
 */
import * as z from 'zod/mini'
import { LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { endpoint } from './endpoint.ts'
import { Cart, LineKey, ProductKey, Size, Wishlist } from './shared.ts'

const Quantity = z.int().check(z.gte(1), z.lte(LINE_QUANTITY_MAX))

export const CartChange = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add'), product: LineKey, quantity: Quantity }),
  z.strictObject({ do: z.literal('set'), product: LineKey, quantity: Quantity }),
  z.strictObject({ do: z.literal('resize'), product: LineKey, size: Size }),
  z.strictObject({ do: z.literal('remove'), product: LineKey }),
  z.strictObject({ do: z.literal('clear') }),
  z.strictObject({ do: z.literal('merge'), lines: Cart }),
])
export const WishlistChange = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add'), product: ProductKey }),
  z.strictObject({ do: z.literal('remove'), product: ProductKey }),
  z.strictObject({ do: z.literal('clear') }),
  z.strictObject({ do: z.literal('merge'), products: Wishlist }),
])
const ListChange = z.discriminatedUnion('list', [
  z.strictObject({ id: z.uuid(), list: z.literal('cart'), change: CartChange }),
  z.strictObject({ id: z.uuid(), list: z.literal('wishlist'), change: WishlistChange }),
])

export const CHANGES_PER_CALL_MAX = 100

export const Lists = z.object({
  cart: Cart,
  wishlist: Wishlist,
  /** The number of completed orders. Each removes its products from the cart; the rest belongs to the next purchase. */
  cartGeneration: z.int(),
  /** SKUs that the user's own unpaid order holds; absent if there are none. */
  held: z.optional(z.array(z.string())),
})
export type Lists = z.infer<typeof Lists>

export const readLists = endpoint({
  method: 'GET',
  path: '/api/lists',
  signedIn: true,
  response: Lists,
})

export const changeLists = endpoint({
  method: 'POST',
  path: '/api/lists',
  signedIn: true,
  request: z.strictObject({
    changes: z.array(ListChange).check(z.maxLength(CHANGES_PER_CALL_MAX)),
  }),
  response: Lists,
})
