/** Sells the pieces of a paid order, and restocks returned ones. */
import { and, asc, desc, eq, gt, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { skuOf, type ProductKey } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { isBenchKey, sizeStockKey, type StockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { serialItem, stockHold, stockMovement } from '#server/db/schema.ts'
import type { Allocation } from './allocate.ts'
import type { Correction } from './corrections.ts'
import { lockLevels, moveStock, notifyAvailabilityChanges, notifyStockChange, stockMoves } from './levels.ts'

interface Sale {
  readonly orderNumber: string
  readonly allocation: Allocation
  readonly at: Date
}

/**
 * Builds the statements that sell an order's allocation and end its holds, for writeTogether. Needs the lock on the
 * order, under which it is sold once, and those of the allocation. Use it together with `notifySale`.
 */
export function saleWrites(tx: Db, { orderNumber, allocation: { allocated }, at }: Sale): SQLWrapper[] {
  return [
    tx.delete(stockHold).where(eq(stockHold.orderNumber, orderNumber)),
    ...allocated.flatMap(({ level: { key }, quantity }) => [
      ...stockMoves(tx, { key, change: -quantity, cause: 'sold', orderNumber, at, actor: 'shop' }),
      assignSerialItems(tx, { key, quantity, orderNumber }),
    ]),
  ]
}

export function notifySale(tx: Db, { allocation: { allocated } }: Sale): Promise<void> {
  return notifyAvailabilityChanges(
    tx,
    allocated.map(({ level: { key, onHand, held, ownHeld }, quantity }) => ({
      key,
      before: onHand - held,
      after: onHand - held + ownHeld - quantity,
    })),
  )
}

/** Packing decides which of several identical pieces leaves; until then it is the one entered first. */
function assignSerialItems(
  tx: Db,
  { key, quantity, orderNumber }: { key: StockKey; quantity: number; orderNumber: string },
) {
  const available = tx
    .select({ serial: serialItem.serial })
    .from(serialItem)
    .where(and(eq(serialItem.key, key), eq(serialItem.state, 'available')))
    .orderBy(asc(serialItem.serial))
    .limit(quantity)
  return tx
    .update(serialItem)
    .set({ state: 'sold', orderNumber })
    .where(inArray(serialItem.serial, available))
}

/**
 * Restocks the pieces that an order has sold, once. A cancellation does so automatically; a refund does not, because it
 * does not show whether the pieces have left the shop, or in what condition they came back. The transaction has locked
 * only the order.
 */
export async function restockOrder(
  tx: Db,
  orderNumber: string,
  { actor, reason, now: at }: Correction,
): Promise<Result<readonly StockKey[], 'nothing to restock'>> {
  // Workbench capacity is used up by the work. Locking its week before the pieces could deadlock.
  const keys = (await soldKeys(tx, orderNumber)).filter((key) => !isBenchKey(key))
  await lockLevels(tx, keys, { claimant: null, at })
  // Read under the lock, so that two concurrent commands restock a piece once.
  const due = await unreturnedOf(tx, orderNumber, keys)
  if (due.length === 0) return { ok: false, error: 'nothing to restock' }
  for (const { key, quantity } of due)
    await moveStock(tx, { key, change: quantity, cause: 'returned', orderNumber, at, actor, reason })
  await freeItems(tx, orderNumber)
  await notifyStockChange(tx)
  return { ok: true, value: due.map(({ key }) => key) }
}

interface RestockedLine extends ProductKey {
  readonly size: string
  readonly quantity: number
  /** HUIDs or serial numbers of pieces that have one. */
  readonly codes: readonly string[]
}

interface Restocking extends Correction {
  readonly lines: readonly RestockedLine[]
}

const keysOf = (line: RestockedLine) => [sizeStockKey(line, line.size), skuOf(line)]

/**
 * Restocks some lines of an order, never more than it took from stock: pieces that the workshop made have no level to
 * return to. Needs the lock on the order.
 */
export async function restockLines(
  tx: Db,
  orderNumber: string,
  { lines, actor, reason, now: at }: Restocking,
): Promise<void> {
  const keys = lines.flatMap(keysOf)
  await lockLevels(tx, keys, { claimant: null, at })
  const outstanding = new Map(
    (await unreturnedOf(tx, orderNumber, keys)).map(({ key, quantity }) => [key, quantity]),
  )
  // Pieces with a code first, so that none is taken for one without.
  const codes = lines.flatMap((line) => line.codes)
  const { serial, huid } = serialItem
  if (codes.length > 0) await freeItems(tx, orderNumber, or(inArray(huid, codes), inArray(serial, codes)))
  for (const line of lines) {
    const key = keysOf(line).find((each) => outstanding.has(each))
    if (key === undefined) continue
    const change = Math.min(line.quantity, outstanding.get(key) ?? 0)
    if (change === 0) continue
    outstanding.set(key, (outstanding.get(key) ?? 0) - change)
    await moveStock(tx, { key, change, cause: 'returned', orderNumber, at, actor, reason })
    const unnamed = await lastSold(tx, orderNumber, { line, quantity: change - line.codes.length })
    await freeItems(tx, orderNumber, inArray(serial, unnamed))
  }
  await notifyStockChange(tx)
}

/**
 * Records returned pieces that cannot be sold as they are: their serial items become returned, and no level changes.
 * Needs the lock on the order.
 */
export async function keepReturnedLines(
  tx: Db,
  orderNumber: string,
  { lines, actor, reason, now: at }: Restocking,
): Promise<void> {
  const keys = lines.flatMap(keysOf)
  await lockLevels(tx, keys, { claimant: null, at })
  const { serial, huid, state } = serialItem
  const keep = async (which: SQL | undefined) => {
    const kept = await tx
      .update(serialItem)
      .set({ state: 'returned', orderNumber: null })
      .where(and(eq(serialItem.orderNumber, orderNumber), eq(state, 'sold'), which))
      .returning()
    for (const item of kept) {
      const movement = { key: item.key, at, actor }
      // Returned for the order, so that restocking the order does not count it again; then taken off, because it is not
      // for sale.
      await moveStock(tx, { ...movement, change: 1, cause: 'returned', orderNumber, reason })
      const what = `${item.serial} sold to returned: ${reason}`
      await moveStock(tx, { ...movement, change: -1, cause: 'correction', reason: what })
    }
  }
  const codes = lines.flatMap((line) => line.codes)
  if (codes.length > 0) await keep(or(inArray(huid, codes), inArray(serial, codes)))
  for (const line of lines) {
    const unnamed = await lastSold(tx, orderNumber, { line, quantity: line.quantity - line.codes.length })
    if (unnamed.length > 0) await keep(inArray(serial, unnamed))
  }
}

async function freeItems(tx: Db, orderNumber: string, which?: SQL): Promise<void> {
  await tx
    .update(serialItem)
    .set({ state: 'available', orderNumber: null })
    .where(and(eq(serialItem.orderNumber, orderNumber), eq(serialItem.state, 'sold'), which))
}

/** The last entered of an order's identical serial items. */
async function lastSold(
  tx: Db,
  orderNumber: string,
  { line, quantity }: { readonly line: RestockedLine; readonly quantity: number },
): Promise<string[]> {
  if (quantity <= 0) return []
  const items = await tx
    .select({ serial: serialItem.serial })
    .from(serialItem)
    .where(
      and(
        eq(serialItem.orderNumber, orderNumber),
        eq(serialItem.state, 'sold'),
        inArray(serialItem.key, keysOf(line)),
      ),
    )
    .orderBy(desc(serialItem.serial))
    .limit(quantity)
  return items.map(({ serial }) => serial)
}

async function soldKeys(tx: Db, orderNumber: string): Promise<StockKey[]> {
  const sold = await tx
    .select({ key: stockMovement.key })
    .from(stockMovement)
    .where(and(eq(stockMovement.orderNumber, orderNumber), eq(stockMovement.cause, 'sold')))
  return sold.map(({ key }) => key)
}

/** What an order has sold and not returned; a serial item may have been returned on its own. */
async function unreturnedOf(
  tx: Db,
  orderNumber: string,
  keys: readonly StockKey[],
): Promise<{ readonly key: StockKey; readonly quantity: number }[]> {
  const quantity = sql<number>`-sum(${stockMovement.change})`.mapWith(Number)
  return tx
    .select({ key: stockMovement.key, quantity })
    .from(stockMovement)
    .where(and(eq(stockMovement.orderNumber, orderNumber), inArray(stockMovement.key, [...keys])))
    .groupBy(stockMovement.key)
    .having(gt(quantity, 0))
    .orderBy(asc(stockMovement.key))
}
