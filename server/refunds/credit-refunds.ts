/**
 * Issues credit notes (section 34 of the CGST Act): for refunds, once gateway or shop has paid them, and for returned or
 * cancelled pieces whose money the customer received through a lost dispute instead.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { atMost, subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import {
  areWithin,
  atMostLines,
  pricedLines,
  quantityOf,
  refundAmount,
  remainingLines,
  type LineQuantity,
} from '#domain/refund-lines.ts'
import { amountsOfRefund, type CreditAmount } from '#domain/tax-document.ts'
import { expectRow, type Database, type Db } from '#server/db/open.ts'
import { directRefund, gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { order, orderLine } from '#server/db/schema.ts'
import {
  insertCreditNote,
  loadInvoiced,
  type InvoiceCorrection,
  type Invoiced,
  type TaxDocumentRow,
} from '#server/documents/issue.ts'
import {
  loadCreditedFailures,
  type Credit,
  type DisputedCredit,
  type ReversedRefund,
} from './credited-failures.ts'
import { loadUnmadeRefunds, type UnmadeRefunds } from './unmade-refunds.ts'
import { lostAmount } from './refund-amounts.ts'

/**
 * Credits, in one note, what no credit note covers yet. Null if there is nothing, or if the order has no invoice to
 * correct. Needs the lock on the order.
 */
export async function creditRefunds(tx: Db, correction: InvoiceCorrection): Promise<TaxDocumentRow | null> {
  const uncredited = await loadUncredited(tx, correction.orderNumber)
  return uncredited && insertCreditNote(tx, correction, uncredited.invoiced, uncredited.amounts)
}

/** What a credit note should cover, and none does. */
export async function uncreditedAmount(db: Database, orderNumber: string): Promise<Paise> {
  // A refund that is made and credited between two statements would seem not to be credited.
  const uncredited = await db.transaction((tx) => loadUncredited(tx, orderNumber), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  return sum(uncredited?.amounts.map(({ total }) => total) ?? [])
}

interface Uncredited {
  readonly invoiced: Invoiced
  readonly amounts: readonly CreditAmount[]
}

async function loadUncredited(tx: Db, orderNumber: string): Promise<Uncredited | null> {
  const invoiced = await loadInvoiced(tx, orderNumber)
  if (!invoiced) return null
  const { invoice, earlier, creditable } = invoiced
  const ordered = await loadOrdered(tx, orderNumber)
  const madeRefunds = await loadMadeRefunds(tx, orderNumber)
  const reversed = await loadReversedSupplies(tx, orderNumber, notInvoiced(ordered, invoice))
  const beforeInvoice = reversed.filter((each) => each.isBeforeInvoice)
  const disputed = await creditsOfLostDisputes(tx, { ordered, madeRefunds, reversed })
  const failedRefundCredits = await loadCreditedFailures(tx, { orderNumber, invoice, reversed, disputed })
  const credits = [...madeRefunds, ...disputed, ...failedRefundCredits]
  // Pieces cancelled before the invoice are not on it, so that what was refunded for them corrects nothing.
  const amount = subtract(
    sum(credits.map((one) => one.amount)),
    sum([...beforeInvoice.map(({ paid }) => paid), ...earlier.map(({ total }) => total)]),
  )
  if (amount <= 0) return null
  const creditLines = credits.flatMap(({ lines }) => lines)
  const paidBeforeInvoice = beforeInvoice.flatMap(({ paidLines }) => paidLines)
  const lines = invoice.content.lines.flatMap(({ position, quantity: invoicedQuantity }, line) => {
    if (position === null) return []
    const credited = earlier.filter((one) => one.line === line).reduce((all, one) => all + one.quantity, 0)
    const neverInvoicedQuantity = Math.min(
      quantityOf(ordered.lines, position) - invoicedQuantity,
      quantityOf(paidBeforeInvoice, position),
    )
    const quantity = quantityOf(creditLines, position) - neverInvoicedQuantity - credited
    return quantity > 0 ? [{ position, quantity }] : []
  })
  return { invoiced, amounts: amountsOfRefund(invoice.content, creditable, { amount, lines }) }
}

/** The pieces that were cancelled before the invoice. */
function notInvoiced({ lines }: Ordered, { content }: TaxDocumentRow): readonly LineQuantity[] {
  const invoiced = content.lines.flatMap(({ position, quantity }) =>
    position === null ? [] : [{ position, quantity }],
  )
  return remainingLines(lines, invoiced)
}

/** Pieces of a return or cancellation, with the refund that it has caused. */
interface ReversedSupply extends ReversedRefund {
  /** Zero if nothing was left to refund. */
  readonly amount: Paise
  /** Empty if less than their price was left to refund. */
  readonly lines: readonly LineQuantity[]
  /** The pieces that came back, or were not sent. */
  readonly returnedLines: readonly LineQuantity[]
  /** As much of the amount as gateway or shop has paid, and for which pieces. */
  readonly paid: Paise
  readonly paidLines: readonly LineQuantity[]
}

/** As the gateway has them, or the shop has paid them. */
async function loadMadeRefunds(tx: Db, orderNumber: string): Promise<readonly Credit[]> {
  const rows = await tx
    .select({ amount: gatewayRefund.amount, lines: refundRequest.lines })
    .from(gatewayRefund)
    .leftJoin(refundRequest, eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId))
    .where(and(eq(gatewayRefund.orderNumber, orderNumber), isNull(gatewayRefund.failedAt)))
    .unionAll(
      tx
        .select({ amount: directRefund.amount, lines: directRefund.lines })
        .from(directRefund)
        .where(eq(directRefund.orderNumber, orderNumber)),
    )
  return rows.map(({ amount, lines }) => ({ amount, lines: lines ?? [] }))
}

interface Ordered {
  readonly total: Paise
  readonly paymentId: string | null
  readonly lines: readonly (LineQuantity & { readonly unitPrice: Paise })[]
}

async function loadOrdered(tx: Db, orderNumber: string): Promise<Ordered> {
  const row = await tx
    .select({ total: order.total, paymentId: order.paymentId })
    .from(order)
    .where(eq(order.number, orderNumber))
    .then(expectRow)
  const lines = await tx
    .select({ position: orderLine.position, quantity: orderLine.quantity, unitPrice: orderLine.unitPrice })
    .from(orderLine)
    .where(eq(orderLine.orderNumber, orderNumber))
  return { ...row, lines }
}

/**
 * Accepted returns and cancelled pieces, of which `cancelledBefore` are not on the invoice. A cancellation of the whole order
 * is credited at once.
 */
async function loadReversedSupplies(
  tx: Db,
  orderNumber: string,
  cancelledBefore: readonly LineQuantity[],
): Promise<readonly ReversedSupply[]> {
  const isPaid = sql<boolean>`${refundRequest.state} = 'sent' and ${gatewayRefund.failedAt} is null`
  const cancellations = await tx
    .select({ request: refundRequest, isPaid })
    .from(refundRequest)
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(
      and(
        eq(refundRequest.orderNumber, orderNumber),
        sql`${refundRequest.cancelledLines} is not null`,
        inArray(refundRequest.state, ['due', 'sent', 'failed']),
      ),
    )
    .orderBy(refundRequest.requestedAt, refundRequest.id)
  const returns = await tx
    .select({ returnedLines: orderReturn.lines, request: refundRequest, isPaid })
    .from(orderReturn)
    .leftJoin(refundRequest, eq(refundRequest.id, orderReturn.id))
    .leftJoin(gatewayRefund, eq(gatewayRefund.gatewayRefundId, refundRequest.gatewayRefundId))
    .where(and(eq(orderReturn.orderNumber, orderNumber), eq(orderReturn.state, 'accepted')))
    .orderBy(orderReturn.requestedAt, orderReturn.id)
  const unmade = await loadUnmadeRefunds(tx, [orderNumber])
  // Cancellations before the invoice are always the oldest, because an order with an open cancellation cannot be packed.
  let before = cancelledBefore
  const cancelled = cancellations.map((each) => {
    const returnedLines = each.request.cancelledLines ?? []
    const isBeforeInvoice = areWithin(returnedLines, before)
    if (isBeforeInvoice) before = remainingLines(before, returnedLines)
    return { ...each, returnedLines, isBeforeInvoice }
  })
  const returned = returns.map((each) => ({ ...each, isBeforeInvoice: false }))
  return [...cancelled, ...returned].map(({ request, isPaid, returnedLines, isBeforeInvoice }) => {
    const { amount, lines } = request ?? { amount: ZERO, lines: [] }
    const repayments = request ? repaymentsOf(request, isPaid, unmade) : NO_REPAYMENTS
    return { requestId: request?.id ?? null, amount, lines, isBeforeInvoice, returnedLines, ...repayments }
  })
}

type Repayments = Pick<ReversedSupply, 'paid' | 'paidLines' | 'outstanding'>

const NO_REPAYMENTS: Repayments = { paid: ZERO, paidLines: [], outstanding: ZERO }

function repaymentsOf(
  { id, amount, lines, state }: typeof refundRequest.$inferSelect,
  isPaid: boolean,
  { unmade, replacements, direct }: UnmadeRefunds,
): Repayments {
  if (isPaid) return { paid: amount, paidLines: lines, outstanding: ZERO }
  const later = replacements.filter((each) => each.replacedId === id)
  const sent = [
    ...later.filter(({ sentAt }) => sentAt !== null),
    ...direct.filter((each) => each.failedRefundId === id),
  ]
  const paid = atMost(amount, sum(sent.map((each) => each.amount)))
  const owed = unmade.find((each) => each.id === id)?.amount ?? ZERO
  const waiting = later.filter(({ sentAt }) => sentAt === null)
  const isUnmade = state === 'failed' || state === 'declined' || state === 'sent'
  // A declined refund is replaced by what was agreed instead.
  const isReplaced = state === 'declined' && later.length > 0
  const outstanding = isUnmade && !isReplaced ? sum([owed, ...waiting.map((each) => each.amount)]) : amount
  return {
    paid,
    paidLines: sent.flatMap((each) => each.lines),
    outstanding: atMost(subtract(amount, paid), outstanding),
  }
}

interface RefundsOfOrder {
  readonly ordered: Ordered
  readonly madeRefunds: readonly Credit[]
  readonly reversed: readonly ReversedSupply[]
}

/**
 * Of what the bank has returned, as much as takes the place of refunds of pieces that are on the invoice. The bank's money
 * takes the place of the oldest refunds first, cancellations before returns.
 */
async function creditsOfLostDisputes(tx: Db, refunds: RefundsOfOrder): Promise<readonly DisputedCredit[]> {
  const { ordered, reversed } = refunds
  let left = ordered.paymentId === null ? ZERO : await lostAmount(tx, ordered.paymentId)
  if (left === 0) return []
  let available = returnableLines(refunds)
  const credits: DisputedCredit[] = []
  for (const { requestId, amount, isBeforeInvoice, paid, paidLines, outstanding, ...each } of reversed) {
    // A refund without priced pieces: less than their price was left to refund.
    const lines = each.lines.length > 0 ? each.lines : atMostLines(each.returnedLines, available)
    available = remainingLines(available, lines)
    const price = refundAmount(pricedLines(lines, ordered.lines), ZERO)
    const value = each.lines.length === 0 && price > amount ? price : amount
    const covered = atMost(left, subtract(value, sum([paid, outstanding])))
    left = subtract(left, covered)
    if (isBeforeInvoice || covered === 0) continue
    const isWhole = paidLines.length === 0 && outstanding === 0
    credits.push({ requestId, amount: covered, lines: isWhole ? lines : [] })
  }
  return credits
}

/** Without those for which the customer was refunded otherwise, such as damaged ones that the customer keeps. */
function returnableLines({ ordered, madeRefunds, reversed }: RefundsOfOrder): readonly LineQuantity[] {
  const all = madeRefunds.flatMap(({ lines }) => lines)
  const ofReversed = reversed.flatMap(({ paidLines }) => paidLines)
  return ordered.lines.map(({ position, quantity }) => ({
    position,
    quantity: quantity - Math.max(0, quantityOf(all, position) - quantityOf(ofReversed, position)),
  }))
}
