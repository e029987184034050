/** Orders and parcels at the desk. Amounts and customers are null or masked for roles that cannot see them. */
import * as z from 'zod/mini'
import { DIRECT_REFUND_METHODS } from '#domain/direct-refund.ts'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { ORDER_STATUSES } from '#domain/order.ts'
import { REFUND_REQUEST_STATES } from '#domain/refund-request.ts'
import type { Permission } from '#domain/permissions.ts'
import { PARCEL_STATES, PARCEL_TASKS, PARCEL_WEIGHT_MG_MAX } from '#domain/parcel.ts'
import { PICKUP_STATES, PICKUP_TASKS } from '#domain/pickup.ts'
import { RETURN_STAGES, RETURN_STATES, RETURN_RESOLUTIONS, UNMADE_REFUND_CAUSES } from '#domain/return.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { AddressText } from '../address.ts'
import { displayEnum } from '../display-enum.ts'
import { ListedDocument } from '../account.ts'
import { ReturnedLine, ReturnReasonCode } from '../returns.ts'
import { ChosenLines } from '../chosen-lines.ts'
import { Paise, ProductKey, singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { Reason } from './reason.ts'
import { enteredWeightMg } from './weight.ts'

/** Filter of a list of orders. */
export const ORDER_VIEWS = [
  'all',
  'to pack',
  'to book',
  'to hand over',
  'on the way',
  'delivered',
  'problems',
] as const
export type OrderView = (typeof ORDER_VIEWS)[number]

const ParcelState = displayEnum(PARCEL_STATES)
const OptionalAmount = z.nullable(Paise)

export const ListedOrder = z.object({
  number: z.string(),
  placedAt: z.string(),
  status: z.enum(ORDER_STATUSES),
  parcelState: z.nullable(ParcelState),
  /** State of the last return; null without one. */
  returnState: z.nullable(displayEnum(RETURN_STATES)),
  /** The whole order was cancelled, by the customer or at the desk. */
  isCancelled: z.boolean(),
  /** A refund was declined or failed, and is still owed. Absent from servers older than this field. */
  isRefundOwed: z.prefault(z.boolean(), false),
  /** The pending courier task of its parcel. */
  pendingTask: z.nullable(displayEnum(PARCEL_TASKS)),
  /** Why the courier rejected the last task; null otherwise. */
  problem: z.nullable(z.string()),
  /** It should already be packed. */
  isOverdue: z.boolean(),
  name: z.string(),
  city: z.string(),
  pincode: z.string(),
  total: OptionalAmount,
})
export type ListedOrder = z.infer<typeof ListedOrder>

const OrderList = z.object({
  orders: z.array(ListedOrder),
  /** Cursor of the next page; absent if there is none. */
  olderThan: z.optional(z.string()),
})
export type OrderList = z.infer<typeof OrderList>

/** A POST, so that no customer's name or phone number is in a URL or a log. */
export const searchOrders = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/search',
  permission: 'read-orders',
  request: z.strictObject({
    /** Order number, e-mail address, phone number, pincode, words of a name, HUID or serial number of a piece. */
    text: singleLine(120),
    view: z.enum(ORDER_VIEWS),
    olderThan: z.nullable(z.string().check(z.maxLength(40))),
  }),
  response: OrderList,
})

/** Describes a refund that was declined or failed. Absent from servers older than this field. */
const Unmade = z.object({
  /** Replacement refunds, sent or pending. */
  replacements: z.prefault(z.array(z.object({ amount: Paise, sentAt: z.nullable(z.string()) })), []),
  /** How the shop has paid it to the customer itself, oldest first. Absent from servers older than this field. */
  directRefunds: z.prefault(
    z.array(
      z.object({
        amount: Paise,
        method: displayEnum(DIRECT_REFUND_METHODS),
        /** Empty for cash. */
        reference: z.string(),
        /** A day in India. */
        paidOn: z.string(),
        recordedBy: z.string(),
        recordedAt: z.string(),
      }),
    ),
    [],
  ),
  /** Why staff have closed it, as far as it was owed. Absent from servers older than this field. */
  closed: z.prefault(
    z.array(z.object({ amount: Paise, reason: z.string(), closedBy: z.string(), closedAt: z.string() })),
    [],
  ),
  /** The amount still owed; null if none is. */
  owed: z.prefault(z.nullable(Paise), null),
  /** The largest direct refund that may be recorded for it, even if the bank has returned the money or staff have closed it. */
  payable: z.prefault(z.nullable(Paise), null),
})

export const DeskOrder = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** A refund was declined or failed, and is still owed. Absent from servers older than this field. */
  isRefundOwed: z.prefault(z.boolean(), false),
  placedAt: z.string(),
  completedAt: z.nullable(z.string()),
  isTest: z.boolean(),
  isMasked: z.boolean(),
  shipTo: AddressText,
  /** GSTIN and name of a business; null for a private person, and for roles that cannot read tax documents. */
  business: z.nullable(z.object({ gstin: z.string(), name: z.string() })),
  /** Also false for roles that cannot read tax documents. */
  hasPan: z.boolean(),
  courierName: z.string(),
  /** Null without one. */
  offerCode: z.nullable(z.string()),
  subtotal: OptionalAmount,
  shipping: OptionalAmount,
  total: OptionalAmount,
  paymentId: z.nullable(z.string()),
  lines: z.array(
    z.object({
      ...ProductKey.shape,
      position: z.int(),
      size: z.string(),
      name: z.string(),
      quantity: z.int(),
      /** How many of the pieces are not sent. */
      cancelledQuantity: z.int(),
      /** How many of the pieces are sent. */
      sentQuantity: z.int(),
      /** Pieces that are neither refunded nor about to be. */
      refundableQuantity: z.int(),
      unitPrice: OptionalAmount,
      total: OptionalAmount,
      /** The ordered picture, if it was uploaded at the desk. */
      firstPhotograph: z.nullable(z.string()),
      /** Such as White Gold 18K750; empty for a gem, and for orders that predate facts. */
      metal: z.string(),
      /** Gross weight of one piece; null for orders that predate facts. */
      weightMg: z.nullable(z.int()),
      /** Null if the stones of the piece are not recorded. */
      netWeightMg: z.nullable(z.int()),
      needsHuids: z.boolean(),
      codes: z.array(z.string()),
    }),
  ),
  parcel: z.nullable(
    z.object({
      state: ParcelState,
      weightMg: z.int(),
      seal: z.string(),
      packedAt: z.string(),
      awb: z.nullable(z.string()),
      courierName: z.nullable(z.string()),
      labelUrl: z.nullable(z.string()),
      manifestUrl: z.nullable(z.string()),
      trackingUrl: z.nullable(z.string()),
      expectedAt: z.nullable(z.string()),
      /** The task that is pending at the courier, or was rejected. */
      task: z.nullable(displayEnum(PARCEL_TASKS)),
      problem: z.nullable(z.string()),
      scans: z.array(z.object({ at: z.string(), activity: z.string(), location: z.string() })),
    }),
  ),
  /** Tax invoice and credit notes, then the certificates; none for roles that cannot read them. */
  documents: z.array(ListedDocument),
  /** Whether booking issues a tax invoice: the shop is permitted to, and the tax of every line is known. */
  issuesInvoice: z.boolean(),
  /** Dispute of the payment at the customer's bank; null without one, and for roles that cannot see amounts. */
  dispute: z.nullable(
    z.object({ status: displayEnum(DISPUTE_STATUSES), amount: Paise, respondBy: z.nullable(z.string()) }),
  ),
  isCancellable: z.boolean(),
  /** Lines that can be cancelled individually; empty if only the whole order can. */
  cancellableLines: z.array(z.object({ position: z.int(), quantity: z.int() })),
  /** The payment less all refunds, including pending ones. */
  refundable: OptionalAmount,
  /** Refunds from the desk or by a cancellation, oldest first; none for roles that cannot see amounts. */
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: Paise,
      lines: z.array(z.object({ position: z.int(), quantity: z.int(), amount: Paise })),
      extra: Paise,
      reason: z.string(),
      /** What it cancels; null for a refund that cancels nothing. */
      cancels: z.nullable(z.enum(['order', 'pieces'])),
      state: displayEnum(REFUND_REQUEST_STATES),
      requestedBy: z.string(),
      /**
       * E-mail address, for staff who approve refunds: two people may share a name. Null for a customer's cancellation.
       */
      requesterEmail: z.prefault(z.nullable(z.string()), null),
      /** Requested by the reader, who cannot approve it. Absent from servers older than this field. */
      isOwn: z.prefault(z.boolean(), false),
      requestedAt: z.string(),
      decidedBy: z.nullable(z.string()),
      /** When the gateway accepted it. */
      sentAt: z.nullable(z.string()),
      gatewayRefundId: z.nullable(z.string()),
      /** Why it is not sent, or failed; null otherwise. */
      problem: z.nullable(z.string()),
      ...Unmade.shape,
    }),
  ),
  /**
   * Refunds made on the gateway's dashboard, oldest first; none for roles that cannot see amounts. Absent from servers
   * older than this field.
   */
  refundsOnDashboard: z.prefault(
    z.array(
      z.object({
        /** Assigned by the gateway. */
        id: z.string(),
        amount: Paise,
        /** By the gateway's clock. */
        createdAt: z.string(),
        isFailed: z.boolean(),
        ...Unmade.shape,
      }),
    ),
    [],
  ),
  /** Returns, oldest first. */
  returns: z.array(
    z.object({
      id: z.string(),
      state: displayEnum(RETURN_STATES),
      /** Location of the pieces of an approved return; otherwise null. */
      stage: z.nullable(displayEnum(RETURN_STAGES)),
      lines: z.array(ReturnedLine),
      reason: ReturnReasonCode,
      note: z.string(),
      resolution: displayEnum(RETURN_RESOLUTIONS),
      requestedAt: z.string(),
      tracking: z.string(),
      /** The courier's pickup at the customer's; null if none was requested. */
      pickup: z.nullable(
        z.object({
          state: displayEnum(PICKUP_STATES),
          awb: z.nullable(z.string()),
          courierName: z.nullable(z.string()),
          scheduledFor: z.nullable(z.string()),
          trackingUrl: z.nullable(z.string()),
          /** The task that is pending at the courier, or was rejected. */
          task: z.nullable(displayEnum(PICKUP_TASKS)),
          problem: z.nullable(z.string()),
        }),
      ),
      explanation: z.string(),
      /** Its refund was not made, and no other has been since. */
      unmadeRefund: z.nullable(displayEnum(UNMADE_REFUND_CAUSES)),
      /** HUIDs or serial numbers of the accepted pieces. */
      codes: z.array(z.string()),
    }),
  ),
  /** Oldest first. */
  history: z.array(
    z.object({
      event: z.string(),
      at: z.string(),
      source: z.string(),
      /** The staff member who caused it, masked for roles that may not see staff; otherwise null. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type DeskOrder = z.infer<typeof DeskOrder>

/** What a refund of an order requires. */
export const readRefundApproval = deskEndpoint({
  method: 'GET',
  path: '/api/desk/orders/:number/refund-approval',
  permission: 'read-amounts',
  response: z.object({
    /** A larger refund waits for a second person. */
    alone: Paise,
    /**
     * A larger direct refund is not recorded by the requester of the failed one. Absent from servers older than this
     * field.
     */
    directAlone: z.prefault(Paise, 0),
    /** Whether another person can approve it. */
    hasApprover: z.boolean(),
  }),
})
export type RefundApproval = z.infer<(typeof readRefundApproval)['response']>

export const readDeskOrder = deskEndpoint({
  method: 'GET',
  path: '/api/desk/orders/:number',
  permission: 'read-orders',
  response: DeskOrder,
})

export const readMaskedPan = deskEndpoint({
  method: 'GET',
  path: '/api/desk/orders/:number/pan',
  permission: 'read-tax-documents',
  response: z.object({ pan: z.string() }),
})

/** Shown in full, which the audit log records. */
export const readFullPan = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/pan',
  permission: 'read-pan',
  response: z.object({ pan: z.string() }),
})

/** A POST that may be repeated; returns the order afterwards. */
export function orderEndpoint<Request extends z.ZodMiniType, Needs extends Permission>(
  path: string,
  permission: Needs,
  request?: Request,
) {
  return deskEndpoint({
    method: 'POST',
    path: `/api/desk/orders/:number/${path}`,
    permission,
    request,
    response: DeskOrder,
  })
}

export const PieceCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z-]{1,40}$/))

export const ParcelWeightMg = enteredWeightMg(PARCEL_WEIGHT_MG_MAX)

export const packOrder = orderEndpoint(
  'pack',
  'send-parcels',
  z.strictObject({
    weightMg: ParcelWeightMg,
    seal: singleLine(40),
    /** HUIDs or serial numbers by line. */
    pieces: z
      .array(
        z.strictObject({
          position: z.int().check(z.gte(0)),
          codes: z.array(PieceCode).check(z.maxLength(LINE_QUANTITY_MAX)),
        }),
      )
      .check(z.maxLength(CART_LINES_MAX)),
  }),
)

export const bookParcel = orderEndpoint('book', 'send-parcels')

export const makeParcelLabel = orderEndpoint('label', 'send-parcels')

/** Records that the box of a cancelled parcel was opened and its label removed. */
export const confirmBoxOpened = orderEndpoint('box-opened', 'send-parcels')

export const handOver = orderEndpoint('hand-over', 'send-parcels')

/** The packing slip of a packed order, without prices. */
export const readPackingSlip = deskEndpoint({
  method: 'GET',
  path: '/api/desk/orders/:number/packing-slip',
  permission: 'send-parcels',
  /** Base64. */
  response: z.object({ pdf: z.string() }),
})

const Id = z.uuid()

/** Idempotent by id. */
export const refundOrder = orderEndpoint(
  'refunds',
  'refund',
  z.strictObject({
    id: Id,
    lines: ChosenLines,
    /** In addition to the pieces: shipping, or goodwill. */
    extra: Paise,
    reason: Reason,
    /** As shown by the page; a different amount means that another refund was made meanwhile. */
    refundable: Paise,
  }),
)

/** Of a request, or the gateway's for a refund of the dashboard. */
const RefundId = singleLine(64).check(z.minLength(1))

/** Records how the shop has paid a failed refund to the customer itself. Idempotent by id. */
export const recordDirectRefund = orderEndpoint(
  'refunds/direct',
  'refund',
  z.strictObject({
    id: Id,
    failedRefundId: RefundId,
    /** As shown by the page; a different amount means that what is owed has changed meanwhile. */
    amount: Paise,
    /** As shown by the page: false for money that was paid before the bank returned it, or staff closed the refund. */
    isOwed: z.boolean(),
    method: z.enum(DIRECT_REFUND_METHODS),
    /** Empty for cash. */
    reference: singleLine(60),
    /** A day in India. */
    paidOn: z.iso.date(),
  }),
)

/** Records that a refund that was not made is not owed (any more). Idempotent by id. */
export const closeRefund = orderEndpoint(
  'refunds/close',
  'refund',
  z.strictObject({
    id: Id,
    refundId: RefundId,
    /** As shown by the page; a different amount means that what is owed has changed meanwhile. */
    amount: Paise,
    reason: Reason,
  }),
)

/** Unpacks a parcel that the courier does not have, to pack it again. */
export const unpackParcel = orderEndpoint('unpack', 'send-parcels')

/** Cancels an order that the courier does not have yet; only requests it if the amount needs a second person. */
export const cancelDeskOrder = orderEndpoint('cancel', 'refund', z.strictObject({ reason: Reason }))

/** Cancels some of its pieces; the rest is sent. Idempotent by id. */
export const cancelDeskLines = orderEndpoint(
  'cancel-lines',
  'refund',
  z.strictObject({ id: Id, lines: ChosenLines.check(z.minLength(1)), reason: Reason }),
)

const RefundDecision = z.strictObject({ id: Id })

export const approveRefund = orderEndpoint('refunds/approve', 'refund', RefundDecision)

export const declineRefund = orderEndpoint('refunds/decline', 'refund', RefundDecision)
