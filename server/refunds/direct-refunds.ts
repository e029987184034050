/**
 * Direct refunds (D43): staff record how the shop has paid a failed refund to the customer itself. It happens under the
 * lock on the order, for exactly what is owed of that refund, so that the same money is never refunded twice; or for what
 * was paid before it was no longer owed.
 */
import { and, eq, sql } from 'drizzle-orm'
import { needsReference, type DirectRefundMethod } from '#domain/direct-refund.ts'
import { atMost, subtract, sum, type Paise } from '#domain/money.ts'
import { areWithin, pricedLines, remainingLines, selectLines, type RefundLine } from '#domain/refund-lines.ts'
import type { Result } from '#domain/result.ts'
import { formatIndiaDate, indiaDate } from '#domain/time.ts'
import { expectRow, type Db } from '#server/db/open.ts'
import { directRefund, refundRequest } from '#server/db/refund-schema.ts'
import { directRefundEmail } from '#server/email/refund-emails.ts'
import { conflict, errorResponse, type ErrorResponse } from '#server/http.ts'
import { queueOrderEmail } from '#server/orders/order-email.ts'
import { appendOrderEvents } from '#server/orders/order-events.ts'
import { loadLines, lockOrder, markRefunded, type OrderRow } from '#server/orders/orders.ts'
import { loadUnmadeRefunds, type DirectRefundRow, type UnmadeRefunds } from './unmade-refunds.ts'
import { OWED_CHANGED } from './closed-refunds.ts'
import { creditRefunds } from './credit-refunds.ts'
import { directlyRefundedAmount, loadRefundBasis, refundedAmount } from './refund-amounts.ts'
import type { RefundRequestRow } from './refund-requests.ts'

export interface NewDirectRefund {
  readonly id: string
  readonly failedRefundId: string
  /** What the page showed as owed, or else as payable. */
  readonly amount: Paise
  readonly isOwed: boolean
  readonly method: DirectRefundMethod
  readonly reference: string
  readonly paidOn: string
  /** The e-mail address of the staff member. */
  readonly by: string
  readonly at: Date
  readonly siteUrl: string
  /** Above this, the requester of the failed refund cannot record it. */
  readonly approvalAbove: Paise
}

/** `isNew` is false for a repeated act. */
export type DirectRefundResult = Result<
  { readonly isNew: boolean; readonly refund: DirectRefundRow },
  ErrorResponse
>

export async function storeDirectRefund(
  tx: Db,
  orderNumber: string,
  input: NewDirectRefund,
): Promise<DirectRefundResult> {
  const { id, failedRefundId, method, reference, paidOn, by, at } = input
  const row = await lockOrder(tx, orderNumber)
  const [earlier] = await tx.select().from(directRefund).where(eq(directRefund.id, id))
  if (earlier)
    return isRetry(earlier, orderNumber, input)
      ? { ok: true, value: { isNew: false, refund: earlier } }
      : RECORDED
  const invalid = inputError(row, input)
  if (invalid) return { ok: false, error: invalid }
  const refunds = await loadUnmadeRefunds(tx, [orderNumber])
  const error = changeError(refunds, input)
  if (error) return error
  const request = await findRequestOf(tx, orderNumber, failedRefundId)
  if (request?.state === 'declined') return conflict('This refund was declined: request it again.')
  if (request?.requestedBy === by && (await isAboveLimit(tx, orderNumber, input)))
    return conflict('You requested this refund. Above the limit, another person records how it was paid.')
  const lines = request ? await completedLines(tx, row, { request, amount: input.amount, refunds }) : []
  const refund = await tx
    .insert(directRefund)
    .values({
      id,
      orderNumber,
      failedRefundId,
      amount: input.amount,
      lines,
      method,
      reference,
      paidOn,
      recordedBy: by,
      recordedAt: at,
    })
    .returning()
    .then(expectRow)
  await applyDirectRefund(tx, row, refund, input)
  return { ok: true, value: { isNew: true, refund } }
}

const RECORDED = conflict('How this refund was paid is recorded already. Check the refunds of this order.')

/** The page shows what is owed; or, if nothing is, because the bank has returned it or staff have closed it, what is payable. */
function changeError({ unmade, direct, payable }: UnmadeRefunds, input: NewDirectRefund) {
  const { failedRefundId, amount, isOwed, reference } = input
  const parts = direct.filter((each) => each.failedRefundId === failedRefundId)
  // Parts are distinct payments, with references of their own. Bank transfers are recorded as UPI too, and vice versa.
  if (reference !== '' && parts.some((each) => isSameReference(each.reference, reference))) return RECORDED
  const owed = unmade.find(({ id }) => id === failedRefundId)?.amount
  const isUnchanged = isOwed ? owed === amount : owed === undefined && payable.get(failedRefundId) === amount
  if (isUnchanged) return null
  return owed === undefined && parts.length > 0 ? RECORDED : OWED_CHANGED
}

/** However it is written. */
function isSameReference(one: string, other: string): boolean {
  const [written, again] = [one, other].map((each) => each.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase())
  return written === again
}

/** The same content: one that was changed after a lost response is not what is recorded. */
function isRetry(earlier: DirectRefundRow, orderNumber: string, input: NewDirectRefund): boolean {
  return (
    earlier.orderNumber === orderNumber &&
    (['id', 'failedRefundId', 'amount', 'method', 'reference', 'paidOn'] as const).every(
      (name) => earlier[name] === input[name],
    )
  )
}

function inputError(
  { placedAt, paidAt }: OrderRow,
  { method, reference, paidOn, at }: NewDirectRefund,
): ErrorResponse | null {
  const paymentAt = paidAt ?? placedAt
  const fields = {
    ...(needsReference(method) && reference === '' && { reference: 'Enter the reference of the payment.' }),
    ...(paidOn > indiaDate(at) && { paidOn: 'Choose today or an earlier day.' }),
    ...(paidOn < indiaDate(paymentAt) && {
      paidOn: `The customer paid on ${formatIndiaDate(paymentAt)}: choose that day or a later one.`,
    }),
  }
  if (Object.keys(fields).length === 0) return null
  return errorResponse('invalid-request', 'Some fields need your attention.', fields)
}

/** Undefined for a refund of the dashboard. */
async function findRequestOf(
  tx: Db,
  orderNumber: string,
  failedRefundId: string,
): Promise<RefundRequestRow | undefined> {
  const [request] = await tx
    .select()
    .from(refundRequest)
    .where(
      and(eq(refundRequest.orderNumber, orderNumber), sql`${refundRequest.id}::text = ${failedRefundId}`),
    )
  return request
}

/** The limit applies to the sum of the order's direct refunds, so that several small ones cannot bypass it. */
async function isAboveLimit(tx: Db, orderNumber: string, { amount, approvalAbove }: NewDirectRefund) {
  return sum([amount, await directlyRefundedAmount(tx, orderNumber)]) > approvalAbove
}

interface Completion {
  readonly request: RefundRequestRow
  readonly amount: Paise
  readonly refunds: UnmadeRefunds
}

/** The pieces of the failed refund, if the amount completes it. */
async function completedLines(
  tx: Db,
  row: OrderRow,
  { request: { id, ...request }, amount, refunds: { replacements, direct } }: Completion,
): Promise<readonly RefundLine[]> {
  const parts = [
    ...replacements.filter(({ replacedId, sentAt }) => replacedId === id && sentAt !== null),
    ...direct.filter(({ failedRefundId }) => failedRefundId === id),
  ]
  if (sum([amount, ...parts.map((part) => part.amount)]) < request.amount) return []
  const { paid, refunded } = await loadRefundBasis(tx, row)
  // Parts through the gateway name their pieces.
  const named = parts.flatMap(({ lines }) => lines)
  const left = remainingLines(request.lines, named)
  return areWithin(left, remainingLines(paid, refunded)) ? pricedLines(left, paid) : []
}

/** What a sent refund causes too: history, status, credit note and e-mail. */
async function applyDirectRefund(
  tx: Db,
  row: OrderRow,
  { id, amount, lines, method, reference, paidOn }: DirectRefundRow,
  { at, siteUrl }: Pick<NewDirectRefund, 'at' | 'siteUrl'>,
): Promise<void> {
  const { number: orderNumber } = row
  const detail = { id, amount }
  await appendOrderEvents(tx, { orderNumber, at, event: `refund paid by ${method}`, source: 'desk', detail })
  if ((await refundedAmount(tx, orderNumber)) >= row.total) await markRefunded(tx, row)
  const creditNote = await creditRefunds(tx, { orderNumber, at })
  const refund = {
    amount,
    pieces: selectLines(await loadLines(tx, [orderNumber]), lines),
    // The last part is less than the price of its pieces.
    extra: subtract(amount, atMost(amount, sum(lines.map((line) => line.amount)))),
    creditNote: creditNote?.number ?? null,
  }
  await queueOrderEmail(tx, row, {
    content: (about) => directRefundEmail({ ...about, ...refund, method, reference, paidOn }),
    dedupeKey: `direct-refund:${id}`,
    at,
    siteUrl,
  })
}
