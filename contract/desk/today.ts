/** What waits at the desk. */
import * as z from 'zod/mini'
import { RETURN_STAGES, RETURN_STATES, UNMADE_REFUND_CAUSES } from '#domain/return.ts'
import { displayEnum } from '../display-enum.ts'
import { Paise } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { ListedOrder, ORDER_VIEWS } from './orders.ts'

const Taking = z.object({
  /** Of orders that were paid in it. */
  paid: Paise,
  orders: z.int(),
  /** Sent in it, also of older orders. */
  refunded: Paise,
})

export const readToday = deskEndpoint({
  method: 'GET',
  path: '/api/desk/today',
  permission: 'read-orders',
  request: null,
  response: z.object({
    /** In the order of the work, the longest waiting first. */
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
        /** The name, as in the history of an order. */
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
        /** The reader entered it, and another person may publish it; a server from before omits it. */
        waitsForOther: z.prefault(z.boolean(), false),
        createdAt: z.string(),
        publishAt: z.nullable(z.string()),
        /** At its time. */
        isRejected: z.boolean(),
      }),
    ),
    /** Drafts of products, and newsletters, that were not published or sent at their time; none for roles that cannot. */
    rejected: z.array(
      z.object({
        id: z.string(),
        kind: displayEnum(['draft', 'newsletter']),
        title: z.string(),
        error: z.string(),
      }),
    ),
    /** Returns that wait for a decision, for the pieces, or for their inspection, oldest first. */
    returns: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        state: displayEnum(RETURN_STATES),
        /** Where the pieces of an approved one are; null otherwise. */
        stage: z.nullable(displayEnum(RETURN_STAGES)),
        requestedAt: z.string(),
      }),
    ),
    /** Refunds that were not made, oldest first; none for roles that cannot refund. */
    unrefunded: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        amount: Paise,
        cause: displayEnum(UNMADE_REFUND_CAUSES),
        /** A server from before lists no others. */
        isOfReturn: z.prefault(z.boolean(), true),
      }),
    ),
    /** Of those, how many are not listed; a server from before lists all. */
    unrefundedMore: z.prefault(z.int(), 0),
    /** Refunds that the gateway has not accepted for a day, oldest first; none for roles that cannot refund. A server from before omits them. */
    overdue: z.prefault(
      z.array(
        z.object({
          id: z.string(),
          orderNumber: z.string(),
          amount: Paise,
          /** When the shop began to owe it. */
          since: z.string(),
          /** Why the last attempt failed, where it is recorded. */
          problem: z.nullable(z.string()),
          /** Of a payment that pays no order. */
          isSurplus: z.boolean(),
        }),
      ),
      [],
    ),
    /** Of those, how many are not listed. */
    overdueMore: z.prefault(z.int(), 0),
    /** Still packed although their parcel was cancelled, longest waiting first. */
    boxes: z.array(
      z.object({
        orderNumber: z.string(),
        /** Empty without one. */
        seal: z.string(),
        awb: z.nullable(z.string()),
        since: z.string(),
      }),
    ),
    /** Of the opening list; null once all is done, and for roles that cannot read it. */
    opening: z.nullable(z.object({ done: z.int(), of: z.int() })),
    /** Whether any order was ever paid. */
    hasPaidOrders: z.boolean(),
    /** By days of India; null for roles that cannot read money. */
    takings: z.nullable(z.object({ today: Taking, yesterday: Taking, month: Taking })),
    /** Orders that can still be paid. */
    unpaid: z.int(),
    /** Messages of the contact form that nobody has answered. */
    messages: z.int(),
    /** Unexplained differences between settlements and books; 0 for roles that cannot read them. */
    differences: z.int(),
  }),
})
export type Today = z.infer<(typeof readToday)['response']>

/** Where counting stops. */
export const COUNT_MAX = 100
