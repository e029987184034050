/** What waits at the desk: the screen that staff open first. */
import { and, asc, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { COUNT_MAX, type Today } from '#contract/desk/today.ts'
import { isPermitted } from '#domain/permissions.ts'
import { addMs } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { order } from '#server/db/schema.ts'
import { loadBoxesToOpen } from '#server/fulfilment/boxes.ts'
import { loadOpenReturns } from '#server/fulfilment/returns.ts'
import { ORDER_EXPIRES_MS } from '#server/orders/intervals.ts'
import { loadTakings } from '#server/orders/takings.ts'
import { loadOverdueRefunds } from '#server/refunds/overdue-refunds.ts'
import { loadRefundsToApprove } from '#server/refunds/refund-requests.ts'
import { loadAllUnmadeRefunds } from '#server/refunds/unmade-refunds.ts'
import { countUnexplained } from '#server/settlements/differences.ts'
import { hasOtherPublisher } from './change-preview.ts'
import { countUnanswered } from './messages.ts'
import { isInView, selectListedOrders, toListedOrders, type Reader } from './orders.ts'
import { loadStaffNames } from './staff-names.ts'
import { loadRejectedSchedules, loadWaitingRates } from './waiting-schedules.ts'

const WAITING_VIEWS = ['to pack', 'to book', 'to hand over', 'problems'] as const
type WaitingView = (typeof WAITING_VIEWS)[number]
const ORDERS_PER_VIEW = 8

export async function loadToday(db: Db, reader: Reader): Promise<Omit<Today, 'opening'>> {
  const { id, role, email, now } = reader
  const readsMoney = isPermitted(role, 'read-money')
  const refunds = isPermitted(role, 'refund')
  const isUnpaid = and(isNull(order.paidAt), inArray(order.status, ['created', 'failed', 'cancelled']))
  const [
    nameOf,
    waiting,
    approvals,
    rates,
    rejected,
    returns,
    unrefunded,
    late,
    boxes,
    paid,
    takings,
    unpaid,
    messages,
    differences,
  ] = await Promise.all([
    loadStaffNames(db, role),
    Promise.all(WAITING_VIEWS.map((view) => loadWaiting(db, view, reader))),
    refunds ? loadRefundsToApprove(db) : [],
    isPermitted(role, 'publish-collection') ? loadWaitingRates(db) : [],
    loadRejectedSchedules(db, role),
    loadOpenReturns(db),
    refunds ? loadAllUnmadeRefunds(db) : null,
    refunds ? loadOverdueRefunds(db, now) : null,
    loadBoxesToOpen(db),
    db
      .select({ number: order.number })
      .from(order)
      .where(isNotNull(order.completedAt))
      .orderBy(asc(order.completedAt))
      .limit(1),
    readsMoney ? loadTakings(db, { now, includesTestOrders: reader.sendsTestOrders }) : null,
    db.$count(order, and(isUnpaid, gt(order.placedAt, addMs(now, -ORDER_EXPIRES_MS)))),
    countUnanswered(db),
    readsMoney ? countUnexplained(db, now) : 0,
  ])
  const hasOwn = rates.some(({ createdBy }) => createdBy === email)
  const waitsForOther = hasOwn && (await hasOtherPublisher(db, id))
  return {
    waiting,
    approvals: approvals.map((each) => ({ ...each, requestedBy: nameOf(each.requestedBy) })),
    rates: rates.map(({ createdBy, ...rest }) => ({
      ...rest,
      createdBy: nameOf(createdBy),
      waitsForOther: waitsForOther && createdBy === email,
    })),
    rejected,
    returns,
    unrefunded: [...(unrefunded?.unmade ?? [])],
    unrefundedMore: unrefunded?.more ?? 0,
    overdue: (late?.overdue ?? []).map(({ since, lastError: problem, ...rest }) => ({
      ...rest,
      since: since.toISOString(),
      problem,
    })),
    overdueMore: late?.more ?? 0,
    boxes: boxes.map(({ since, ...box }) => ({ ...box, since: since.toISOString() })),
    hasPaidOrders: paid.length > 0,
    takings,
    unpaid,
    messages,
    differences,
  }
}

async function loadWaiting(db: Db, view: WaitingView, reader: Reader): Promise<Today['waiting'][number]> {
  const rows = await selectListedOrders(db)
    .where(isInView(view, reader))
    // Uses the partial index: sorting by `placedAt` would scan all older orders first.
    .orderBy(asc(view === 'to pack' ? order.completedAt : order.placedAt), asc(order.number))
    .limit(ORDERS_PER_VIEW + 1)
  const orders = await toListedOrders(db, rows.slice(0, ORDERS_PER_VIEW), reader)
  return {
    view,
    count: rows.length > orders.length ? await countInView(db, view, reader) : rows.length,
    orders,
  }
}

async function countInView(db: Db, view: WaitingView, reader: Reader): Promise<number> {
  const capped = selectListedOrders(db).where(isInView(view, reader)).limit(COUNT_MAX).as('capped')
  return db.$count(capped)
}
