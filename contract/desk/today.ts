/** Pending work at the desk. */
import * as z from 'zod/mini'
import { RETURN_STAGES, RETURN_STATES, UNMADE_REFUND_CAUSES } from '#domain/return.ts'
import { displayEnum } from '../display-enum.ts'
import { Paise } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { ListedOrder, ORDER_VIEWS } from './orders.ts'

const Taking = z.object({
  /** Payments of orders paid in this period. */
  paid: Paise,
  orders: z.int(),
  /** Refunds sent in this period, also of older orders. */
  refunded: Paise,
})

export const readToday = deskEndpoint({
  method: 'GET',
  path: '/api/desk/today',
  permission: 'read-orders',
  response: z.object({
    /** In the order of the work, longest waiting first. */
    waiting: z.array(
      z.object({
        view: displayEnum(ORDER_VIEWS),
        /** At most COUNT_MAX. */
        count: z.int(),
        orders: z.array(ListedOrder),
      }),
    ),
    /** Refunds that wait for a second person, oldest first; none for roles that cannot refund. */
    approvals: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        amount: Paise,
        reason: z.string(),
        /** Display name, as in the history of an order. */
        requestedBy: z.string(),
        requestedAt: z.string(),
      }),
    ),
    /** Drafts of rates that wait for a person or their time, oldest first; none for roles that cannot publish. */
    rates: z.array(
      z.object({
        id: z.string(),
        reason: z.string(),
        createdBy: z.string(),
        /** The reader entered it, and another person may publish it. Absent from servers older than this field. */
        waitsForOther: z.prefault(z.boolean(), false),
        createdAt: z.string(),
        publishAt: z.nullable(z.string()),
        /** Rejected at its scheduled time. */
        isRejected: z.boolean(),
      }),
    ),
    /**
     * Drafts of products, and newsletters, that were not published or sent at their scheduled time; none for roles that
     * cannot.
     */
    rejected: z.array(
      z.object({
        id: z.string(),
        kind: displayEnum(['draft', 'newsletter']),
        title: z.string(),
        error: z.string(),
      }),
    ),
    /** Returns that wait for a decision, for the pieces, or for inspection, oldest first. */
    returns: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        state: displayEnum(RETURN_STATES),
        /** Location of the pieces of an approved return; otherwise null. */
        stage: z.nullable(displayEnum(RETURN_STAGES)),
        requestedAt: z.string(),
      }),
    ),
    /** Unmade refunds, oldest first; none for roles that cannot refund. */
    unrefunded: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        amount: Paise,
        cause: displayEnum(UNMADE_REFUND_CAUSES),
        /** Older servers list only those of returns. */
        isOfReturn: z.prefault(z.boolean(), true),
      }),
    ),
    /** How many more there are. Absent from servers older than this field, which list all. */
    unrefundedMore: z.prefault(z.int(), 0),
    /**
     * Refunds that the gateway has not accepted for a day, oldest first; none for roles that cannot refund. Absent from
     * servers older than this field.
     */
    overdue: z.prefault(
      z.array(
        z.object({
          id: z.string(),
          orderNumber: z.string(),
          amount: Paise,
          /** Since when the shop owes it. */
          since: z.string(),
          /** Why the last attempt failed, if that was recorded. */
          problem: z.nullable(z.string()),
          /** A refund of a payment that pays no order. */
          isSurplus: z.boolean(),
        }),
      ),
      [],
    ),
    /** How many more there are. */
    overdueMore: z.prefault(z.int(), 0),
    /** Boxes that are still packed although their parcel was cancelled, longest waiting first. */
    boxes: z.array(
      z.object({
        orderNumber: z.string(),
        /** Empty without one. */
        seal: z.string(),
        awb: z.nullable(z.string()),
        since: z.string(),
      }),
    ),
    /** Progress of the opening list; null once all is done, and for roles that cannot read it. */
    opening: z.nullable(z.object({ done: z.int(), of: z.int() })),
    /** Whether any order was ever paid. */
    hasPaidOrders: z.boolean(),
    /** By Indian days; null for roles that cannot read money. */
    takings: z.nullable(z.object({ today: Taking, yesterday: Taking, month: Taking })),
    /** Orders that can still be paid. */
    unpaid: z.int(),
    /** Unanswered messages of the contact form. */
    messages: z.int(),
    /** Unexplained differences between settlements and books; 0 for roles that cannot read them. */
    differences: z.int(),
  }),
})
export type Today = z.infer<(typeof readToday)['response']>

/** Counting stops at this number. */
export const COUNT_MAX = 100
