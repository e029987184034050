/** What an account shows of an order beside what was ordered. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AccountOrder, OrderDetails } from '#contract/account.ts'
import { paise, sum, ZERO } from '#domain/money.ts'
import { pendingMoney } from '#domain/pending-money.ts'
import type { Db } from '#server/db/open.ts'
import { dispute, gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderEvent, payment, surplusRefund } from '#server/db/schema.ts'
import { loadDispatchedParcels } from '#server/orders/delivery.ts'
import { orderHistory } from '#server/orders/history.ts'
import { listOrderDocuments } from '#server/documents/order-documents.ts'
import { loadCancellable } from '#server/orders/cancellations.ts'
import { loadLines, toOrderSummary, type OrderRow } from '#server/orders/orders.ts'
import { loadUnmadeRefunds } from '#server/refunds/unmade-refunds.ts'

export async function orderDetails(db: Db, orderRow: OrderRow): Promise<OrderDetails> {
  const [lines, moneyOf, consents, deliveryOf, documents, history] = await Promise.all([
    loadLines(db, [orderRow.number]),
    loadMoney(db, [orderRow]),
    loadConsents(db, [orderRow]),
    loadDispatchedParcels(db, [orderRow]),
    listOrderDocuments(db, orderRow.number),
    orderHistory(db, orderRow.number),
  ])
  const delivery = deliveryOf(orderRow)
  return {
    ...toOrderSummary(orderRow, lines),
    ...moneyOf(orderRow),
    ...delivery,
    consent: consents.get(orderRow.number),
    documents,
    hasTaxDocuments: documents.some(({ kind }) => kind !== 'certificate'),
    ...(await loadCancellable(db, orderRow, { lines, isDispatched: delivery.parcel !== null })),
    history,
  }
}

type MoneyOfOrder = Pick<AccountOrder, 'money' | 'refunded' | 'returned' | 'notOwed' | 'isRefundDelayed'>

/** Where the customer's money is. An order with an open consent shows the consent instead. */
export async function loadMoney(db: Db, rows: readonly OrderRow[]): Promise<(row: OrderRow) => MoneyOfOrder> {
  const numbers = orderNumbers(rows)
  if (numbers.length === 0)
    return () => ({ money: [], refunded: ZERO, returned: ZERO, notOwed: ZERO, isRefundDelayed: false })
  const [payments, refunds, ofPayments, { unmade, direct, closed }, lostDisputes] = await Promise.all([
    db.select().from(payment).where(inArray(payment.orderNumber, numbers)),
    db.select().from(surplusRefund).where(inArray(surplusRefund.orderNumber, numbers)),
    loadRefundsOfPayment(db, numbers),
    loadUnmadeRefunds(db, numbers),
    db
      .select()
      .from(dispute)
      .where(and(inArray(dispute.orderNumber, numbers), eq(dispute.status, 'lost'))),
  ])
  const isOf =
    (row: OrderRow) =>
    ({ orderNumber }: { orderNumber: string }) =>
      orderNumber === row.number
  return (row) => {
    const ofPayment = ofPayments.filter(isOf(row))
    const gatewayRefunds = ofPayment.filter(({ isAtGateway }) => isAtGateway)
    const directRefunds = direct.filter(isOf(row))
    const due = ofPayment.filter(({ isAtGateway }) => !isAtGateway)
    const isConsentOpen = row.consentDueAt !== null
    const lost = lostDisputes.filter(isOf(row))
    const returnedOf = (paymentId: string | null) =>
      sum(lost.filter((each) => each.paymentId === paymentId).map(({ amount }) => amount))
    // What the bank has returned of a surplus payment is not sent (surplus-refunds.ts).
    const surplus = refunds.filter(isOf(row)).flatMap((each) => {
      const amount = each.sentAt === null ? each.amount - returnedOf(each.paymentId) : each.amount
      return amount > 0 ? [{ ...each, amount: paise(amount) }] : []
    })
    const money = isConsentOpen
      ? []
      : pendingMoney({
          ...row,
          payments: payments.filter(isOf(row)),
          refunds: [...surplus, ...due.map((request) => ({ ...request, sentAt: null }))],
          gatewayRefunds,
          directRefunds,
          lostDisputes: lost,
        })
    return {
      money: money.map(({ since, resolvedBy, ...rest }) => ({
        ...rest,
        since: since?.toISOString() ?? null,
        resolvedBy: resolvedBy.toISOString(),
      })),
      refunded: sum([...gatewayRefunds, ...directRefunds].map(({ amount }) => amount)),
      returned: returnedOf(row.paymentId),
      notOwed: sum(closed.filter(isOf(row)).map(({ amount }) => amount)),
      isRefundDelayed: unmade.some(isOf(row)),
    }
  }
}

/**
 * Refunds of the payments that pay the orders, as the gateway has them or about to be sent, oldest first: by one
 * statement, or one that is sent meanwhile would be both.
 */
function loadRefundsOfPayment(db: Db, numbers: readonly string[]) {
  return db
    .select({
      orderNumber: gatewayRefund.orderNumber,
      amount: gatewayRefund.amount,
      createdAt: gatewayRefund.createdAt,
      processedAt: gatewayRefund.processedAt,
      isAtGateway: sql<boolean>`true`.as('is_at_gateway'),
    })
    .from(gatewayRefund)
    .where(and(inArray(gatewayRefund.orderNumber, [...numbers]), isNull(gatewayRefund.failedAt)))
    .unionAll(
      db
        .select({
          orderNumber: refundRequest.orderNumber,
          amount: refundRequest.amount,
          createdAt: refundRequest.requestedAt,
          processedAt: sql<Date | null>`null::timestamptz`.as('processed_at'),
          isAtGateway: sql<boolean>`false`.as('is_at_gateway'),
        })
        .from(refundRequest)
        .where(and(inArray(refundRequest.orderNumber, [...numbers]), eq(refundRequest.state, 'due'))),
    )
    .orderBy(asc(gatewayRefund.createdAt))
}

/** The open ones, by order number. */
export async function loadConsents(
  db: Db,
  rows: readonly OrderRow[],
): Promise<ReadonlyMap<string, AccountOrder['consent']>> {
  const open = rows.filter(({ consentDueAt }) => consentDueAt !== null)
  if (open.length === 0) return new Map()
  const requests = await db
    .select({ orderNumber: orderEvent.orderNumber, detail: orderEvent.detail })
    .from(orderEvent)
    .where(
      and(inArray(orderEvent.orderNumber, orderNumbers(open)), eq(orderEvent.event, 'consent requested')),
    )
  const pieces = new Map(
    requests.map(({ orderNumber, detail }) => [orderNumber, String(detail.pieces ?? '')]),
  )
  return new Map(
    open.map(({ number, consentDueAt }) => [
      number,
      { pieces: pieces.get(number) ?? '', dueAt: consentDueAt?.toISOString() ?? '' },
    ]),
  )
}

export function orderNumbers(rows: readonly OrderRow[]): string[] {
  return rows.map(({ number }) => number)
}
