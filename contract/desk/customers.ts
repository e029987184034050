/** Customers' accounts: what the shop holds about a customer, and its erasure. */
import * as z from 'zod/mini'
import { EMAIL_LENGTH_MAX } from '#domain/limits.ts'
import { ORDER_STATUSES } from '#domain/order.ts'
import { AddressText } from '../address.ts'
import { Paise, singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { DownloadFile } from './stock.ts'

const CustomerId = z.string().check(z.minLength(1), z.maxLength(64))

const Customer = z.object({
  id: CustomerId,
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** E-mail and password, Google, or both. */
  signsInBy: z.array(z.enum(['password', 'google'])),
  phone: z.string(),
  address: z.string(),
  savedAddresses: z.array(z.omit(AddressText, { email: true })),
  cart: z.array(z.object({ sku: z.string(), size: z.string(), quantity: z.int() })),
  wishlist: z.array(z.string()),
  /** Newest first. */
  orders: z.array(
    z.object({
      number: z.string(),
      placedAt: z.string(),
      status: z.enum(ORDER_STATUSES),
      total: Paise,
      gstin: z.nullable(z.string()),
      businessName: z.nullable(z.string()),
      /** Whether the shop holds the buyer's PAN. */
      hasPan: z.boolean(),
    }),
  ),
  newsletter: z.enum(['no', 'requested', 'yes', 'unsubscribed']),
  /** Messages of the contact form, newest first. */
  messages: z.array(z.object({ createdAt: z.string(), message: z.string() })),
  /** Why the account cannot be erased yet, as sentences; empty if it can. */
  obstacles: z.array(z.string()),
})
export type Customer = z.infer<typeof Customer>

/** Filter of the list of accounts. */
export const CUSTOMER_VIEWS = ['all', 'bought', 'not bought'] as const
export type CustomerView = (typeof CUSTOMER_VIEWS)[number]

const CustomerList = z.object({
  customers: z.array(
    z.object({
      id: CustomerId,
      name: z.string(),
      email: z.string(),
      createdAt: z.string(),
      /** Number of paid orders. */
      orders: z.int(),
      /** When the last of them was placed; null without one. */
      lastOrderAt: z.nullable(z.string()),
    }),
  ),
  /** Cursor of the next page; absent if there is none. */
  olderThan: z.optional(CustomerId),
})
export type CustomerList = z.infer<typeof CustomerList>

/** A POST, so that no name or address is in a URL or a log. */
export const searchCustomers = deskEndpoint({
  method: 'POST',
  path: '/api/desk/customers/search',
  permission: 'read-accounts',
  request: z.strictObject({
    /** Part of a name, or the beginning of an e-mail address. */
    text: singleLine(EMAIL_LENGTH_MAX),
    view: z.enum(CUSTOMER_VIEWS),
    olderThan: z.nullable(CustomerId),
  }),
  response: CustomerList,
})

export const readCustomer = deskEndpoint({
  method: 'GET',
  path: '/api/desk/customers/:id',
  permission: 'read-accounts',
  response: Customer,
})

/** Everything above as a file, for a customer who requests it. */
export const exportCustomer = deskEndpoint({
  method: 'POST',
  path: '/api/desk/customers/export',
  permission: 'read-accounts',
  request: z.strictObject({ id: CustomerId }),
  response: DownloadFile,
})

export const eraseCustomer = deskEndpoint({
  method: 'POST',
  path: '/api/desk/customers/erasure',
  permission: 'erase-accounts',
  request: z.strictObject({ id: CustomerId }),
  response: z.object({}),
})
