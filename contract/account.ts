import * as z from 'zod/mini'
import { REFUND_STAGES } from '#domain/refund-status.ts'
import { HISTORY_STEPS, ORDER_STATUSES } from '#domain/order.ts'
import { AddressText } from './address.ts'
import { endpoint } from './endpoint.ts'
import { Cart, singleLine, Paise, ProductKey, multiLine, Wishlist } from './shared.ts'

/** The profile document (`3.profile.document`). */
export const Profile = z.object({
  email: z.string(),
  displayName: z.string(),
  phoneNumber: z.string(),
  address: z.string(),
  cart: Cart,
  wishlist: Wishlist,
  purchases: z.array(
    z.object({
      /** The order's number, to open its page. */
      number: z.string(),
      date: z.string(),
      total: Paise,
      items: z.array(z.string()),
    }),
  ),
  createdAt: z.string(),
})
export type Profile = z.infer<typeof Profile>

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/account',
  does: 'The profile document of the signed-in person.',
  signedIn: true,
  request: null,
  response: Profile,
})

export const saveProfile = endpoint({
  method: 'PATCH',
  path: '/api/account',
  does: 'Saves phone number and address, the only editable fields.',
  signedIn: true,
  request: z.strictObject({
    phoneNumber: singleLine(20).check(z.regex(/^$|^[+\d][\d\s()-]*$/)),
    address: multiLine(500),
  }),
  response: Profile,
})

export const OrderSummary = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  placedAt: z.string(),
  /** When it was completed; null before. */
  completedAt: z.nullable(z.string()),
  lines: z.array(
    z.object({
      ...ProductKey.shape,
      name: z.string(),
      quantity: z.int(),
      unitPrice: Paise,
      total: Paise,
    }),
  ),
  subtotal: Paise,
  shipping: Paise,
  total: Paise,
  courierName: z.string(),
  estimatedDays: z.number(),
  shipTo: AddressText,
  /** The gateway's payment id once money was taken. */
  paymentId: z.nullable(z.string()),
  /** Placed under test keys of the gateway: no money moved, and nothing is sent. */
  isTest: z.boolean(),
})
export type OrderSummary = z.infer<typeof OrderSummary>

/** An order in the account, with where the customer's money is while it is not settled or goes back. */
export const AccountOrder = z.object({
  ...OrderSummary.shape,
  money: z.array(z.object({ place: z.enum(REFUND_STAGES), amount: Paise, resolvedBy: z.string() })),
  /** What went back of the price that was paid. */
  refunded: Paise,
})
export type AccountOrder = z.infer<typeof AccountOrder>

/** Oldest first. */
const OrderHistory = z.array(z.object({ step: z.enum(HISTORY_STEPS), at: z.string() }))
export type OrderHistory = z.infer<typeof OrderHistory>

/** One order with all that its page tells. */
export const OrderInFull = z.object({ ...AccountOrder.shape, history: OrderHistory })
export type OrderInFull = z.infer<typeof OrderInFull>

export const readOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  does: 'The orders of the signed-in person, newest first; those never paid only while they may still be.',
  signedIn: true,
  request: null,
  response: z.object({ orders: z.array(AccountOrder) }),
})

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:number',
  does: 'One order of the signed-in person with its history; somebody else’s answers 404 like one that does not exist.',
  signedIn: true,
  request: null,
  response: OrderInFull,
})
