/** The orders of the signed-in user. */
import { inArray } from 'drizzle-orm'
import { Hono } from 'hono'
import { addMs } from '#domain/time.ts'
import { readOlderOrders, readOrder, readOrders, type OrderPage } from '#contract/account.ts'
import { readDocumentKeys } from '#contract/document-keys.ts'
import { readOrderDocuments } from '#contract/order-documents.ts'
import { isCaptured } from '#domain/order.ts'
import type { Db } from '#server/db/open.ts'
import { surplusRefund } from '#server/db/schema.ts'
import { renderOrderDocuments } from '#server/documents/order-documents.ts'
import type { DocumentSigner } from '#server/documents/signer.ts'
import { mount, mountAuthenticated, type App, type AppEnv } from '#server/http.ts'
import type { Deps } from '#server/context.ts'
import { loadConsents, loadMoney, orderDetails, orderNumbers } from './details.ts'
import { loadDispatchedParcels } from '#server/orders/delivery.ts'
import { ORDER_EXPIRES_MS } from '#server/orders/intervals.ts'
import { listUserOrders, loadLines, toOrderSummary, type OrderRow } from '#server/orders/orders.ts'
import { findOwnOrder, ORDER_NOT_FOUND } from '#server/orders/own-order.ts'

export function orderRoutes({ db, fromReplica, authenticate, now }: Deps, signer: DocumentSigner): App {
  const app: App = new Hono<AppEnv>()

  mountAuthenticated(app, authenticate, readOrders, async ({ user }) => {
    const rows = await listUserOrders(db, user.id, { olderThan: null, limit: PAGE_SIZE + 1 })
    return toPage(db, rows, now())
  })

  mountAuthenticated(app, authenticate, readOlderOrders, ({ user, context }) =>
    fromReplica(async (reads) => {
      const olderThan = await findOwnOrder(reads, { user, context })
      if (!olderThan) return ORDER_NOT_FOUND
      const rows = await listUserOrders(reads, user.id, { olderThan, limit: PAGE_SIZE + 1 })
      return toPage(reads, rows, now())
    }),
  )

  mountAuthenticated(app, authenticate, readOrder, async (call) => {
    const orderRow = await findOwnOrder(db, call)
    if (!orderRow) return ORDER_NOT_FOUND
    return orderDetails(db, orderRow)
  })

  mountAuthenticated(app, authenticate, readOrderDocuments, async (call) => {
    const orderRow = await findOwnOrder(db, call)
    if (!orderRow) return ORDER_NOT_FOUND
    return renderOrderDocuments(db, orderRow.number, { audience: 'customer', signer })
  })

  mount(app, readDocumentKeys, async () => ({ keys: await signer.publicKeys() }))

  return app
}

const PAGE_SIZE = 20

/** `rows` has one row more than the page if another page follows. */
async function toPage(db: Db, rows: readonly OrderRow[], now: Date): Promise<OrderPage> {
  const page = rows.slice(0, PAGE_SIZE)
  const shown = await filterVisible(db, page, now)
  const [allLines, moneyOf, consents, deliveryOf] = await Promise.all([
    loadLines(db, orderNumbers(shown)),
    loadMoney(db, shown),
    loadConsents(db, shown),
    loadDispatchedParcels(db, shown),
  ])
  const lines = Map.groupBy(allLines, ({ orderNumber }) => orderNumber)
  const last = page.at(-1)
  return {
    orders: shown.map((row) => ({
      ...toOrderSummary(row, lines.get(row.number) ?? []),
      ...moneyOf(row),
      consent: consents.get(row.number),
      ...deliveryOf(row),
    })),
    ...(last && rows.length > page.length && { olderThan: last.number }),
  }
}

/** Hides expired orders that never received money. */
async function filterVisible(db: Db, rows: readonly OrderRow[], now: Date): Promise<OrderRow[]> {
  const expired = rows.filter(
    ({ status, placedAt, consentDueAt }) =>
      !isCaptured(status) && consentDueAt === null && addMs(placedAt, ORDER_EXPIRES_MS) <= now,
  )
  const withRefund = new Set(await filterRefunded(db, orderNumbers(expired)))
  return rows.filter((row) => !expired.includes(row) || withRefund.has(row.number))
}

async function filterRefunded(db: Db, numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .select({ number: surplusRefund.orderNumber })
    .from(surplusRefund)
    .where(inArray(surplusRefund.orderNumber, [...numbers]))
  return rows.map(({ number }) => number)
}
