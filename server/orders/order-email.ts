import type { OrderSummary } from '#contract/account.ts'
import type { Db } from '#server/db/open.ts'
import { queueEmail } from '#server/email/outbox.ts'
import type { EmailContent } from '#server/email/render-email.ts'
import { loadLines, orderUrlOf, toOrderSummary, type OrderRow } from './orders.ts'

export type OrderEmailContent = (about: {
  readonly order: OrderSummary
  readonly orderUrl: string
}) => EmailContent

interface QueuedOrderEmail {
  readonly content: OrderEmailContent
  readonly dedupeKey: string
  readonly at: Date
  readonly siteUrl: string
}

/** Sent to the address of the order. */
export async function queueOrderEmail(
  tx: Db,
  row: OrderRow,
  { content, dedupeKey, at, siteUrl }: QueuedOrderEmail,
): Promise<void> {
  const order = toOrderSummary(row, await loadLines(tx, [row.number]))
  const orderUrl = orderUrlOf(siteUrl, row.number)
  await queueEmail(tx, {
    ...content({ order, orderUrl }),
    dedupeKey,
    recipient: row.shipTo.email,
    now: at,
  })
}
