import * as z from 'zod/mini'
import { DIRECT_REFUND_METHODS } from '#domain/direct-refund.ts'
import { MONEY_STAGES } from '#domain/money-stage.ts'
import { OFFER_BASES } from '#domain/price.ts'
import { METALS } from '#domain/product.ts'
import { HISTORY_STEPS, ORDER_STATUSES } from '#domain/order.ts'
import { PARCEL_STATES } from '#domain/parcel.ts'
import { DOCUMENT_KINDS } from '#domain/tax-document-kind.ts'
import { displayEnum } from './display-enum.ts'
import { AddressText } from './address.ts'
import { endpoint } from './endpoint.ts'
import { Cart, singleLine, Paise, PHONE, ProductKey, multiLine, Wishlist } from './shared.ts'

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
  signedIn: true,
  response: Profile,
})

export const saveProfile = endpoint({
  method: 'PATCH',
  path: '/api/account',
  signedIn: true,
  request: z.strictObject({
    phoneNumber: singleLine(20).check(z.regex(new RegExp(`^$|${PHONE.source}`))),
    address: multiLine(500),
  }),
  response: Profile,
})

const ExplainedPrice = z.object({
  /** List price of one piece before the offer; minus the saving, it is the price paid. */
  listPrice: Paise,
  saving: Paise,
  offerPercent: z.number(),
  /** The amount that the percentage is taken of; the price if omitted. */
  offerOn: z.optional(z.enum(OFFER_BASES)),
  offerCode: z.optional(z.string()),
  /** Lines that add up to the list price; null for a fixed price. */
  breakup: z.nullable(
    z.object({
      metalWeightMg: z.int(),
      metalRatePerGram: Paise,
      metalValue: Paise,
      diamondWeightMg: z.int(),
      diamondRatePerGram: Paise,
      diamondValue: Paise,
      makingChargePercent: z.number(),
      makingCharge: Paise,
      gstPercent: z.number(),
      gst: Paise,
    }),
  ),
})

export const OrderSummary = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  placedAt: z.string(),
  completedAt: z.nullable(z.string()),
  lines: z.array(
    z.object({
      ...ProductKey.shape,
      /** Empty for a product of one size. */
      size: z.string(),
      name: z.string(),
      quantity: z.int(),
      unitPrice: Paise,
      total: Paise,
      /** How many of the pieces are not sent. Absent from servers older than this field. */
      cancelled: z.prefault(z.int(), 0),
      /** Made to order (D11). Absent from older servers; the arrival is then unknown. */
      isMadeToOrder: z.optional(z.boolean()),
      /** The ordered picture, if it was uploaded at the desk. Absent from servers older than this field. */
      firstPhotograph: z.prefault(z.nullable(z.string()), null),
      /** As ordered; null for orders that predate facts. */
      facts: z.nullable(
        z.object({
          /** Null for a gem. */
          metal: z.nullable(z.enum(METALS)),
          /** Such as 22K916; null if the shop states none. */
          purity: z.nullable(z.string()),
          /** Gross weight of one piece. */
          weightMg: z.int(),
          netWeightMg: z.prefault(z.nullable(z.int()), null),
          stoneWeightMg: z.prefault(z.nullable(z.int()), null),
          /** How the price of one piece was computed. Absent from servers older than this field. */
          explained: z.prefault(z.nullable(ExplainedPrice), null),
          /** Tax of the whole line, included in its total; null if unknown. */
          tax: z.prefault(
            z.nullable(z.object({ hsn: z.string(), ratePercent: z.number(), amount: Paise })),
            null,
          ),
        }),
      ),
    }),
  ),
  /** Null without one. */
  offerCode: z.prefault(z.nullable(z.string()), null),
  subtotal: Paise,
  shipping: Paise,
  total: Paise,
  courierName: z.string(),
  estimatedDays: z.number(),
  shipTo: AddressText,
  /** Null for a private person. */
  business: z.prefault(z.nullable(z.object({ gstin: z.string(), name: z.string() })), null),
  /** Null until the order is paid. */
  paymentId: z.nullable(z.string()),
  /** Placed under test keys of the gateway: no money moved, and nothing is shipped. */
  isTest: z.boolean(),
})
export type OrderSummary = z.infer<typeof OrderSummary>

/** An order with the stage of the customer's money while it is pending or being refunded. */
export const AccountOrder = z.object({
  ...OrderSummary.shape,
  money: z.array(
    z.object({
      stage: displayEnum(MONEY_STAGES),
      amount: Paise,
      /** Absent from servers older than this field. */
      since: z.prefault(z.nullable(z.string()), null),
      resolvedBy: z.string(),
      /** How the shop has paid it to the customer itself. Absent from servers older than this field. */
      direct: z.optional(z.object({ method: displayEnum(DIRECT_REFUND_METHODS), reference: z.string() })),
    }),
  ),
  /** The payment arrived after the pieces were sold: until then the customer decides whether they are made to order. */
  consent: z.optional(z.object({ pieces: z.string(), dueAt: z.string() })),
  /** The refunded part of the paid price. */
  refunded: Paise,
  /** What the bank has returned of this payment after disputes. Absent from servers older than this field. */
  returned: z.prefault(Paise, 0),
  /** Of refunds that were not made, what staff have closed as not owed. Absent from servers older than this field. */
  notOwed: z.prefault(Paise, 0),
  /** A refund was declined or failed, and is still owed. Absent from servers older than this field. */
  isRefundDelayed: z.prefault(z.boolean(), false),
  /** Null until the courier has it. Absent from servers older than this field. */
  parcel: z.prefault(
    z.nullable(
      z.object({
        state: displayEnum(PARCEL_STATES),
        courierName: z.string(),
        awb: z.nullable(z.string()),
        trackingUrl: z.nullable(z.string()),
        /** When the courier expects to deliver it. */
        expectedAt: z.nullable(z.string()),
        dispatchedAt: z.string(),
        deliveredAt: z.nullable(z.string()),
      }),
    ),
    null,
  ),
})
export type AccountOrder = z.infer<typeof AccountOrder>

/** Oldest first. */
const OrderHistory = z.array(z.object({ step: displayEnum(HISTORY_STEPS), at: z.string() }))
export type OrderHistory = z.infer<typeof OrderHistory>

/** A document that can be downloaded. */
export const ListedDocument = z.object({
  number: z.string(),
  kind: displayEnum(DOCUMENT_KINDS),
  issuedAt: z.string(),
  /** Null for certificates. */
  total: z.nullable(Paise),
})
export type ListedDocument = z.infer<typeof ListedDocument>

export const OrderDetails = z.object({
  ...AccountOrder.shape,
  history: OrderHistory,
  /** Absent from servers older than this field. */
  isCancellable: z.prefault(z.boolean(), false),
  /** Lines that can be cancelled individually; empty if only the whole order can. */
  cancellableLines: z.prefault(z.array(z.object({ position: z.int(), quantity: z.int() })), []),
  /**
   * The tax invoice and its credit notes, then the certificates of the customer's pieces. Absent from servers older
   * than this field.
   */
  documents: z.prefault(z.array(ListedDocument), []),
  /** For pages older than `documents`. */
  hasTaxDocuments: z.prefault(z.boolean(), false),
  /** The cancellation waits until the parcel is unpacked. */
  isBeingCancelled: z.prefault(z.boolean(), false),
})
export type OrderDetails = z.infer<typeof OrderDetails>

/** Newest first. */
const OrderPage = z.object({
  orders: z.array(AccountOrder),
  /** Cursor of the next page; absent if there is none. */
  olderThan: z.optional(z.string()),
})
export type OrderPage = z.infer<typeof OrderPage>

export const readOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  signedIn: true,
  response: OrderPage,
})

export const readOlderOrders = endpoint({
  method: 'GET',
  path: '/api/orders/:number/older',
  signedIn: true,
  response: OrderPage,
})

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:number',
  signedIn: true,
  response: OrderDetails,
})
