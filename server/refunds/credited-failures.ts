/**
 * Refunds that were credited when they were made, and have failed since. Their credit notes stay, so they count among the
 * credits as far as nothing that was paid takes their place: without them, the next credit note would be too small;
 * together with what replaced them, it would credit the same pieces twice. A failed retry of a refund that was never made
 * counts in place of that refund.
 *
 * Example: a ring for ₹100 is returned, its refund is made and credited, and then fails.
 *
 * - As long as nothing replaces it, it counts as ₹100. The credit note covers this: nothing is left to credit.
 * - Staff refund the ring again: once the gateway has the new refund, that counts as ₹100, and the failed one as nothing.
 * - The shop pays ₹40 itself: that counts as ₹40, and the failed refund as the ₹60 that are still unpaid.
 */
import { and, eq, gte, ne, sql } from 'drizzle-orm'
import { atMost, paise, subtract, sum, ZERO, type Paise } from '#domain/money.ts'
import { remainingLines, type LineQuantity } from '#domain/refund-lines.ts'
import type { Db } from '#server/db/open.ts'
import { gatewayRefund, refundRequest } from '#server/db/refund-schema.ts'
import type { TaxDocumentRow } from '#server/documents/issue.ts'
import { loadUnmadeRefunds } from './unmade-refunds.ts'

export interface Credit {
  readonly amount: Paise
  readonly lines: readonly LineQuantity[]
}

/** The refund that a return or cancellation has caused. */
export interface ReversedRefund {
  /** Null if nothing was left to refund. */
  readonly requestId: string | null
  readonly isBeforeInvoice: boolean
  /** As much as is still to be paid. */
  readonly outstanding: Paise
}

/** In place of the refund of a return or cancellation. */
export interface DisputedCredit extends Credit, Pick<ReversedRefund, 'requestId'> {}

interface FailedRefunds {
  readonly orderNumber: string
  readonly invoice: TaxDocumentRow
  readonly reversed: readonly ReversedRefund[]
  readonly disputed: readonly DisputedCredit[]
}

/** Of each refund that was credited and has failed, the part that nothing paid has replaced. */
export async function loadCreditedFailures(
  tx: Db,
  { orderNumber, invoice, reversed, disputed }: FailedRefunds,
): Promise<readonly Credit[]> {
  const failedRefunds = await loadFailedSince(tx, orderNumber, invoice)
  if (failedRefunds.length === 0) return []
  const { unpaid, retried, goodwill, replacements, direct } = await loadUnmadeRefunds(tx, [orderNumber])
  const hasFailed = (id: string) => failedRefunds.some((each) => each.id === id)
  const isNotInvoiced = (id: string) =>
    reversed.some(({ requestId, isBeforeInvoice }) => requestId === id && isBeforeInvoice)
  const retriedParts = retried.filter(({ retry }) => hasFailed(retry.id))
  // A refund for goodwill was not credited beside one that it replaced while it counted as made.
  const goodwillParts = goodwill.filter(
    ({ id }) => hasFailed(id) || isNotInvoiced(id) || retriedParts.some((part) => part.id === id),
  )
  const failedRefundCredits = failedRefunds.map(({ id, lines }) => {
    const replacedParts = goodwillParts.filter(({ retry }) => retry.id === id)
    const isRetry = [...replacedParts, ...retriedParts].some(({ retry }) => retry.id === id)
    const amount = subtractToZero(unpaidOf(id), sum(replacedParts.map((part) => part.amount)))
    return { id, amount, lines: isRetry ? [] : unpaidLines(id, lines) }
  })
  const retriedRefundCredits = retriedParts
    .filter(({ id }) => !hasFailed(id))
    // Of several retries, the one that would have left the least.
    .toSorted((one, other) => one.left - other.left)
    .filter(({ id }, index, all) => all.findIndex((part) => part.id === id) === index)
    .map(({ id, amount, left, retry }) => ({
      id,
      amount: atMost(amount, subtractToZero(unpaidOf(id), left)),
      lines: unpaidLines(id, failedRefunds.find((each) => each.id === retry.id)?.lines ?? []),
    }))
  return [...failedRefundCredits, ...retriedRefundCredits].filter(({ id }) => !isNotInvoiced(id))

  function unpaidOf(id: string): Paise {
    const covered = disputed.find(({ requestId }) => requestId === id)?.amount ?? ZERO
    const outstanding = reversed.find(({ requestId }) => requestId === id)?.outstanding ?? ZERO
    return paise(Math.max(outstanding, subtractToZero(unpaid.get(id) ?? ZERO, covered)))
  }

  function unpaidLines(id: string, lines: readonly LineQuantity[]): readonly LineQuantity[] {
    const paid = [
      ...replacements.filter(({ replacedId, sentAt }) => replacedId === id && sentAt !== null),
      ...direct.filter(({ failedRefundId }) => failedRefundId === id),
      ...disputed.filter(({ requestId }) => requestId === id),
    ]
    return remainingLines(
      lines,
      paid.flatMap((each) => each.lines),
    )
  }
}

/** Those that failed after the gateway had them, and after the invoice was issued. */
async function loadFailedSince(tx: Db, orderNumber: string, { issuedAt }: TaxDocumentRow) {
  return tx
    .select({
      id: sql<string>`coalesce(${refundRequest.id}::text, ${gatewayRefund.gatewayRefundId})`,
      lines: sql<readonly LineQuantity[]>`coalesce(${refundRequest.lines}, '[]')`,
    })
    .from(gatewayRefund)
    .leftJoin(refundRequest, eq(refundRequest.gatewayRefundId, gatewayRefund.gatewayRefundId))
    .where(
      and(
        eq(gatewayRefund.orderNumber, orderNumber),
        // The clocks of two servers differ. One that had failed before it was recorded has the same time twice.
        ne(gatewayRefund.failedAt, gatewayRefund.recordedAt),
        gte(gatewayRefund.failedAt, issuedAt),
      ),
    )
}

function subtractToZero(amount: Paise, other: Paise): Paise {
  return subtract(amount, atMost(amount, other))
}
