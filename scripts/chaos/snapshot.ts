/** The final state of a chaos run, from three independent sources: gateway, mailbox and database. */
import { and, asc, count, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { lineKeyOf } from '#domain/sizes.ts'
import type { Database } from '#server/db/open.ts'
import { user } from '#server/db/account-schema.ts'
import { offerCode, offerRedemption } from '#server/db/offer-schema.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { orderReturn, returnPickup } from '#server/db/return-schema.ts'
import { cartLine } from '#server/db/list-schema.ts'
import {
  gatewayOrder,
  emailOutbox,
  order,
  orderEvent,
  orderLine,
  payment,
  surplusRefund,
  stockHold,
  stockLevel,
  stockMovement,
  webhookEvent,
} from '#server/db/schema.ts'
import type { CourierParcel, GatewayState, GatewayControls, Email } from './gateway.ts'
import type { Shopped } from './load.ts'

export interface ShopState {
  readonly orders: readonly (typeof order.$inferSelect & { readonly email: string })[]
  readonly lines: readonly (typeof orderLine.$inferSelect)[]
  readonly gatewayOrders: readonly (typeof gatewayOrder.$inferSelect)[]
  readonly payments: readonly (typeof payment.$inferSelect)[]
  readonly refunds: readonly (typeof surplusRefund.$inferSelect)[]
  readonly gatewayRefunds: readonly (typeof gatewayRefund.$inferSelect)[]
  readonly refundRequests: readonly (typeof refundRequest.$inferSelect)[]
  readonly returns: readonly (typeof orderReturn.$inferSelect)[]
  readonly pickups: readonly (typeof returnPickup.$inferSelect)[]
  readonly parcels: readonly (typeof parcel.$inferSelect)[]
  readonly events: readonly (typeof orderEvent.$inferSelect)[]
  readonly carts: readonly { readonly email: string; readonly line: string; readonly quantity: number }[]
  readonly webhooksUnworked: number
  readonly levels: readonly (typeof stockLevel.$inferSelect)[]
  readonly holds: readonly (typeof stockHold.$inferSelect)[]
  readonly movements: readonly (typeof stockMovement.$inferSelect)[]
  readonly offerCodes: readonly (typeof offerCode.$inferSelect)[]
  readonly redemptions: readonly (typeof offerRedemption.$inferSelect)[]
}

export interface Snapshot extends Shopped {
  readonly gateway: GatewayState
  readonly courier: readonly CourierParcel[]
  readonly emails: readonly Email[]
  readonly shop: ShopState
  /** Every e-mail that the shop ever wrote. */
  readonly outbox: readonly OutboxRow[]
  /** How often the shop was killed: each kill may send one email again. */
  readonly kills: number
  /** Log lines that report a bug. */
  readonly bugs: readonly string[]
}

export type OutboxRow = Pick<typeof emailOutbox.$inferSelect, 'dedupeKey' | 'sentAt' | 'attempts'>

export function outboxRows(db: Database): Promise<OutboxRow[]> {
  return db
    .select({ dedupeKey: emailOutbox.dedupeKey, sentAt: emailOutbox.sentAt, attempts: emailOutbox.attempts })
    .from(emailOutbox)
}

/**
 * By order number: the address identifies the shopper. The shop erases it from unpaid orders after 90 days, and a slow
 * chaos run may take longer.
 */
export async function shippingAddresses(db: Database): Promise<ReadonlyMap<string, string>> {
  const orders = await db.select({ number: order.number, shipTo: order.shipTo }).from(order)
  return new Map(orders.map(({ number, shipTo }) => [number, shipTo.address]))
}

export async function readShopState(
  db: Database,
  addresses: ReadonlyMap<string, string> = new Map(),
): Promise<ShopState> {
  const emails = new Map((await db.select().from(user)).map(({ id, email }) => [id, email]))
  const emailOf = (id: string) => emails.get(id) ?? id
  const [unworked] = await db
    .select({ rows: count() })
    .from(webhookEvent)
    .where(isNull(webhookEvent.processedAt))
  return {
    orders: (await db.select().from(order)).map((row) => ({
      ...row,
      email: emailOf(row.userId),
      shipTo: { ...row.shipTo, address: addresses.get(row.number) ?? row.shipTo.address },
    })),
    lines: await db.select().from(orderLine),
    gatewayOrders: await db.select().from(gatewayOrder),
    payments: await db.select().from(payment),
    refunds: await db.select().from(surplusRefund),
    gatewayRefunds: await db.select().from(gatewayRefund),
    refundRequests: await db.select().from(refundRequest),
    returns: await db.select().from(orderReturn),
    pickups: await db.select().from(returnPickup),
    parcels: await db.select().from(parcel),
    events: await db.select().from(orderEvent).orderBy(asc(orderEvent.id)),
    carts: (await db.select().from(cartLine)).map(({ userId, type, productId, size, quantity }) => ({
      email: emailOf(userId),
      line: lineKeyOf({ type, id: productId, size }),
      quantity,
    })),
    webhooksUnworked: unworked?.rows ?? 0,
    levels: await db.select().from(stockLevel),
    holds: await db.select().from(stockHold),
    movements: await db.select().from(stockMovement).orderBy(asc(stockMovement.id)),
    offerCodes: await db.select().from(offerCode),
    redemptions: await db.select().from(offerRedemption),
  }
}

export async function receivedEmails(
  gateway: GatewayControls,
  addresses: readonly string[],
): Promise<Email[]> {
  const emails: Email[] = []
  for (const address of addresses) emails.push(...(await gateway.emailsTo(address)))
  return emails
}

/** The shop's remaining work. */
export interface Pending {
  readonly webhooks: number
  readonly refunds: number
  readonly emails: number
  /** Remaining courier tasks and tracking. */
  readonly parcels: number
  /** Orders that are neither paid nor expired. */
  readonly open: number
  /** Orders that are still reconciled, including paid ones. */
  readonly watched: number
}

export async function pendingIn(db: Database): Promise<Pending> {
  const rows = async (query: Promise<{ rows: number }[]>) => (await query)[0]?.rows ?? 0
  const givenUp = db
    .select({ number: orderEvent.orderNumber })
    .from(orderEvent)
    .where(inArray(orderEvent.event, ['expired', 'sold out', 'offer code used up']))
  return {
    webhooks: await rows(
      db.select({ rows: count() }).from(webhookEvent).where(isNull(webhookEvent.processedAt)),
    ),
    refunds:
      (await rows(db.select({ rows: count() }).from(surplusRefund).where(isNull(surplusRefund.sentAt)))) +
      (await rows(db.select({ rows: count() }).from(refundRequest).where(eq(refundRequest.state, 'due')))),
    emails: await rows(db.select({ rows: count() }).from(emailOutbox).where(isNull(emailOutbox.sentAt))),
    parcels:
      (await db.$count(parcel, isNotNull(parcel.task))) +
      (await db.$count(returnPickup, isNotNull(returnPickup.task))),
    open: await rows(
      db
        .select({ rows: count() })
        .from(order)
        .where(and(isNull(order.paidAt), notInArray(order.number, givenUp))),
    ),
    watched: await rows(db.select({ rows: count() }).from(order).where(isNotNull(order.nextReconcileAt))),
  }
}

/** The payments of completed orders that staff have neither refunded at the desk nor packed. */
export async function payingPayments(db: Database): Promise<string[]> {
  const refunded = db.select({ number: refundRequest.orderNumber }).from(refundRequest)
  const packed = db.select({ number: parcel.orderNumber }).from(parcel)
  const rows = await db
    .select({ id: order.paymentId })
    .from(order)
    .where(
      and(
        eq(order.status, 'completed'),
        notInArray(order.number, refunded),
        notInArray(order.number, packed),
      ),
    )
    .orderBy(asc(order.paymentId))
  return rows.flatMap(({ id }) => id ?? [])
}

/** Unpaid orders with an opened dialog. */
export async function unpaidGatewayOrders(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: gatewayOrder.gatewayOrderId })
    .from(gatewayOrder)
    .innerJoin(order, eq(order.number, gatewayOrder.orderNumber))
    .where(
      and(isNotNull(gatewayOrder.gatewayOrderId), inArray(order.status, ['created', 'failed', 'cancelled'])),
    )
    .orderBy(asc(gatewayOrder.receipt))
  return rows.flatMap(({ id }) => id ?? [])
}
