/** Returns of the signed-in user's orders (contract/returns.ts). */
import { Hono } from 'hono'
import * as contract from '#contract/returns.ts'
import { selectLines } from '#domain/refund-lines.ts'
import { RETURN_STATES } from '#domain/return.ts'
import { returnLabel } from '#domain/shop-particulars.ts'
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import type { Db } from '#server/db/open.ts'
import { order, orderEvent } from '#server/db/schema.ts'
import { loadParticulars } from '#server/shop/particulars.ts'
import { mountAuthenticated, type App, type AppEnv, type ErrorResponse } from '#server/http.ts'
import { isNotSentYet } from '#domain/refund-request.ts'
import { loadRefundRequests } from '#server/refunds/refund-requests.ts'
import { loadUnmadeRefunds } from '#server/refunds/unmade-refunds.ts'
import { loadLines, type OrderRow } from '#server/orders/orders.ts'
import { findOwnOrder, ORDER_NOT_FOUND, type OwnOrderCall } from '#server/orders/own-order.ts'
import { loadPickups, type PickupRow } from './pickups.ts'
import type { ReturnOutcome, ReturnRow } from './return-row.ts'
import { addTracking, loadReturnable, loadReturns, moveReturn, requestReturn } from './returns.ts'

type OwnReturn = contract.Returns['returns'][number]

export function returnRoutes(deps: Deps): App {
  const { db, authenticate, now, siteUrl } = deps
  const app: App = new Hono<AppEnv>()

  mountAuthenticated(app, authenticate, contract.readReturns, async (call) => {
    const orderRow = await findOwnOrder(db, call)
    return orderRow ? loadOwnReturns(db, orderRow, now()) : ORDER_NOT_FOUND
  })
  mountAuthenticated(app, authenticate, contract.requestOwnReturn, ({ request, ...call }) =>
    change(deps, call, (tx, number) => requestReturn(tx, number, { ...request, at: now(), siteUrl })),
  )
  mountAuthenticated(app, authenticate, contract.withdrawOwnReturn, ({ request, ...call }) =>
    change(deps, call, (tx, number) =>
      moveReturn(tx, number, { ...request, to: 'withdrawn', source: 'shopper', at: now(), siteUrl }),
    ),
  )
  mountAuthenticated(app, authenticate, contract.addReturnTracking, ({ request, ...call }) =>
    change(deps, call, (tx, number) => addTracking(tx, number, request)),
  )
  return app
}

async function change(
  { db, now }: Deps,
  call: OwnOrderCall,
  run: (tx: Db, orderNumber: string) => Promise<ReturnOutcome>,
): Promise<contract.Returns | ErrorResponse> {
  const orderRow = await findOwnOrder(db, call)
  if (!orderRow) return ORDER_NOT_FOUND
  const done = await db.transaction((tx) => run(tx, orderRow.number))
  return done.ok ? loadOwnReturns(db, orderRow, now()) : done.error
}

async function loadOwnReturns(db: Db, orderRow: OrderRow, now: Date): Promise<contract.Returns> {
  const { until, lines } = await loadReturnable(db, orderRow, now)
  const returns = await loadReturns(db, orderRow.number)
  const orderLines = await loadLines(db, [orderRow.number])
  const pickups = await loadPickups(db, orderRow.number)
  const refunds = await loadOwnRefunds(db, orderRow.number)
  const events = RETURN_STATES.map((state) => `return ${state}` as const)
  const steps = await db
    .select({ event: orderEvent.event, at: orderEvent.at, detail: orderEvent.detail })
    .from(orderEvent)
    .where(and(eq(orderEvent.orderNumber, orderRow.number), inArray(orderEvent.event, events)))
    .orderBy(asc(orderEvent.id))
  const exchanges = await loadExchanges(db, orderRow, returns)
  const label = returnLabel(await loadParticulars(db), orderRow.number)
  return {
    label,
    until: until?.toISOString() ?? null,
    lines: lines.map(({ type, productId: id, size, position, name, quantity }) => ({
      type,
      id,
      size,
      position,
      name,
      quantity,
    })),
    returns: returns.map((row) => ({
      id: row.id,
      lines: selectLines(orderLines, row.lines).map(({ position, quantity, name }) => ({
        position,
        quantity,
        name,
      })),
      reason: row.reason,
      resolution: row.resolution,
      state: row.state,
      tracking: row.tracking,
      pickup: toOwnPickup(pickups.find(({ returnId }) => returnId === row.id)),
      explanation: row.explanation,
      ...refunds(row),
      orderedSince: exchanges.get(row.id) ?? null,
      steps: steps
        .filter(({ detail }) => detail.id === row.id)
        .flatMap(({ event, at }) =>
          RETURN_STATES.filter((state) => event === `return ${state}`).map((state) => ({
            state,
            at: at.toISOString(),
          })),
        ),
    })),
  }
}

/**
 * Maps the id of a return to the order for which its pieces were exchanged. An exchange is a refund and an ordinary
 * order, so it is the customer's next one.
 */
async function loadExchanges(
  db: Db,
  { userId, number }: OrderRow,
  returns: Awaited<ReturnType<typeof loadReturns>>,
) {
  const exchanges = new Map<string, OwnReturn['orderedSince']>()
  for (const { id, resolution, state, requestedAt } of returns) {
    if (resolution !== 'exchange' || state !== 'accepted') continue
    const [next] = await db
      .select({ number: order.number, placedAt: order.placedAt })
      .from(order)
      .where(
        and(
          eq(order.userId, userId),
          ne(order.number, number),
          gt(order.placedAt, requestedAt),
          eq(order.status, 'completed'),
        ),
      )
      .orderBy(asc(order.placedAt), asc(order.number))
      .limit(1)
    if (next) exchanges.set(id, { number: next.number, placedAt: next.placedAt.toISOString() })
  }
  return exchanges
}

/** Returns the refunded amount of a return. Reads pending refunds before failed ones. */
async function loadOwnRefunds(db: Db, orderNumber: string) {
  const requests = await loadRefundRequests(db, orderNumber)
  const { unmade, replacements, direct, closed } = await loadUnmadeRefunds(db, [orderNumber])
  const isAnyPending = requests.some(({ request: { state } }) => isNotSentYet(state))
  return ({
    id,
    state,
  }: ReturnRow): Pick<OwnReturn, 'unmadeRefund' | 'refunds' | 'isRefundClosed' | 'isRefundedBefore'> => {
    const own = requests
      .filter(({ request, failedAt }) => request.id === id && failedAt === null)
      .map(({ request: { amount }, sentAt }) => ({ amount, sentAt }))
    const sent = [...own, ...replacements.filter(({ replacedId }) => replacedId === id)].flatMap(
      ({ amount, sentAt }) => (sentAt === null ? [] : [{ amount, sentAt: sentAt.toISOString() }]),
    )
    const paid = direct
      .filter(({ failedRefundId }) => failedRefundId === id)
      .map(({ amount, method, recordedAt }) => ({ amount, method, sentAt: recordedAt.toISOString() }))
    const refunds = [...sent, ...paid]
    const unmadeRefund = unmade.find((each) => each.id === id)?.cause ?? null
    const isPending = unmadeRefund !== null || isAnyPending
    const isRefundClosed = closed.some(({ refundId }) => refundId === id)
    return {
      unmadeRefund,
      refunds,
      isRefundClosed,
      isRefundedBefore: state === 'accepted' && refunds.length === 0 && !isPending && !isRefundClosed,
    }
  }
}

/** Hidden from the customer until the courier has accepted it, and once it is cancelled. */
function toOwnPickup(row: PickupRow | undefined): OwnReturn['pickup'] {
  if (!row || row.state === 'requested' || row.state === 'cancelled' || row.task === 'cancel') return null
  const { state, courierName, awb, scheduledFor, trackingUrl } = row
  return { state, courierName, awb, scheduledFor: scheduledFor?.toISOString() ?? null, trackingUrl }
}
