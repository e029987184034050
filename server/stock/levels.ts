/** Levels of stock and their changes. Every change needs the lock on its level. */
import { and, asc, eq, gt, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import { skuOf, type Product } from '#domain/product.ts'
import { isBenchKey, type StockKey } from '#domain/stock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { order, stockHold, stockLevel, stockMovement } from '#server/db/schema.ts'
import { writeTogether } from '#server/db/together.ts'

/** The order for which levels are locked. */
export interface Claimant {
  /** Null before the order is written. */
  readonly orderNumber: string | null
  readonly userId: string
}

export interface LockedLevel {
  readonly key: StockKey
  readonly onHand: number
  /** Quantity of unexpired holds of all orders. */
  readonly held: number
  /** The part of `held` that belongs to the claimant's own order. */
  readonly ownHeld: number
  /** What the claimant may take: other orders of the same customer do not block this one. */
  readonly free: number
}

interface LockRequest {
  /** Null for a correction. */
  readonly claimant: Claimant | null
  readonly at: Date
}

/**
 * Locks the existing levels in key order, so that transactions with several keys do not deadlock. Holds are added only
 * under this lock, so the free quantity does not shrink until the transaction ends.
 */
export async function lockLevels(
  tx: Db,
  keys: readonly StockKey[],
  { claimant, at }: LockRequest,
): Promise<Map<StockKey, LockedLevel>> {
  // Sent together and executed in this order: the holds are read under the lock.
  const [levels, holds] = await Promise.all([
    tx
      .select()
      .from(stockLevel)
      .where(inArray(stockLevel.key, [...keys]))
      .orderBy(asc(stockLevel.key))
      .for('no key update'),
    tx
      .select({
        key: stockHold.key,
        orderNumber: stockHold.orderNumber,
        userId: order.userId,
        consentDueAt: order.consentDueAt,
        quantity: stockHold.quantity,
      })
      .from(stockHold)
      .innerJoin(order, eq(order.number, stockHold.orderNumber))
      .where(and(inArray(stockHold.key, [...keys]), gt(stockHold.expiresAt, at))),
  ])
  // An order that waits for a consent keeps its holds from the customer's other orders too.
  const isFree = ({ orderNumber, userId, consentDueAt }: (typeof holds)[number]) =>
    orderNumber === claimant?.orderNumber || (userId === claimant?.userId && consentDueAt === null)
  const held = (key: StockKey, isCounted: (hold: (typeof holds)[number]) => boolean) =>
    holds.reduce((total, hold) => total + (hold.key === key && isCounted(hold) ? hold.quantity : 0), 0)
  return new Map(
    levels.map(({ key, onHand }) => [
      key,
      {
        key,
        onHand,
        held: held(key, () => true),
        ownHeld: held(key, ({ orderNumber }) => orderNumber === claimant?.orderNumber),
        free: onHand - held(key, (hold) => !isFree(hold)),
      },
    ]),
  )
}

/**
 * Starts counting uncounted keys, with a movement that records it; returns how many. Safe if several servers do so
 * concurrently.
 */
export async function openLevels(
  tx: Db,
  levels: readonly { readonly key: StockKey; readonly onHand: number }[],
  at: Date,
): Promise<number> {
  if (levels.length === 0) return 0
  // In key order, because a transaction that opens the same levels waits for this one.
  const sorted = levels.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const keys = sql.param(sorted.map(({ key }) => key))
  const counts = sql.param(sorted.map(({ onHand }) => onHand))
  // Two parameters for all rows: with parameters per row, building the statement blocked the event loop.
  const { rowCount } = await tx.execute(sql`
    with opened as (
      insert into ${stockLevel} (key, on_hand)
      select * from unnest(${keys}::text[], ${counts}::integer[])
      on conflict do nothing returning key, on_hand
    )
    insert into ${stockMovement} (key, change, cause, at, actor)
    select key, on_hand, 'opening', ${at}::timestamptz, 'shop' from opened`)
  return rowCount ?? 0
}

interface Opening {
  readonly products: readonly Product[]
  /** Stock of each product. */
  readonly each: number
  readonly now: Date
}

/** Counts every uncounted product of the opening collection. */
export async function seedOpeningStock(db: Database, { products, each, now }: Opening): Promise<void> {
  const levels = products.map((product) => ({ key: skuOf(product), onHand: product.inStock ? each : 0 }))
  await db.transaction((tx) => openLevels(tx, levels, now))
}

type Movement = Omit<typeof stockMovement.$inferInsert, 'id'>

/** Needs the lock on the level. */
export async function moveStock(tx: Db, movement: Movement): Promise<void> {
  await writeTogether(tx, stockMoves(tx, movement))
}

/** For writeTogether. Needs the lock on the level. */
export function stockMoves(tx: Db, movement: Movement): SQLWrapper[] {
  return [
    tx
      .update(stockLevel)
      .set({ onHand: sql`${stockLevel.onHand} + ${movement.change}` })
      .where(eq(stockLevel.key, movement.key)),
    tx.insert(stockMovement).values(movement),
  ]
}

/** Notifies every server when this transaction commits, if a product has become available or unavailable. */
export async function notifyAvailabilityChanges(
  tx: Db,
  changes: readonly { readonly key: StockKey; readonly before: number; readonly after: number }[],
): Promise<void> {
  const crosses = changes.some(({ key, before, after }) => !isBenchKey(key) && before > 0 !== after > 0)
  if (crosses) await notifyStockChange(tx)
}

/** Uses the channel of new editions, whose listeners handle both. */
export async function notifyStockChange(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify('collection', 'stock')`)
}
