/** Decides where each line of an order comes from: stock or the workbench (D11). */
import { and, eq, like } from 'drizzle-orm'
import { skuOf, type ProductKey } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'
import { BENCH_SLOTS_PER_WEEK } from '#domain/shop.ts'
import { benchKeysFrom, sizeStockKey, type StockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { stockHold } from '#server/db/schema.ts'
import { lockLevels, openLevels, type Claimant, type LockedLevel } from './levels.ts'

export interface StockLine extends ProductKey {
  readonly size: string
  readonly name: string
  readonly quantity: number
  /** Taken from the workbench if stock does not suffice. */
  readonly canBeMade: boolean
}

export interface AllocationRequest {
  readonly claimant: Claimant
  readonly lines: readonly StockLine[]
  readonly at: Date
}

export interface AllocatedQuantity {
  readonly level: LockedLevel
  readonly quantity: number
}

export interface Allocation {
  /** Each key once. */
  readonly allocated: readonly AllocatedQuantity[]
  readonly madeToOrder: readonly StockLine[]
}

export interface Shortage {
  readonly line: StockLine
  /** How many of its pieces are free. */
  readonly left: number
}

/**
 * All lines or none. Locks the levels until the transaction ends: those of pieces first, then those of the workbench.
 */
export async function allocate(
  tx: Db,
  request: AllocationRequest,
): Promise<Result<Allocation, readonly Shortage[]>> {
  const { lines } = request
  const keys = lines.flatMap((line) => [skuOf(line), sizeStockKey(line, line.size)])
  const allocator = new Allocator(await lockLevels(tx, keys, request))
  const madeToOrder: StockLine[] = []
  const shortages: Shortage[] = []
  for (const line of lines) {
    const sizeKey = sizeStockKey(line, line.size)
    // A product without levels by size has one level for all sizes.
    const key = allocator.has(sizeKey) ? sizeKey : skuOf(line)
    if (allocator.take(key, line.quantity)) continue
    if (line.canBeMade) madeToOrder.push(line)
    else shortages.push({ line, left: allocator.left(key) })
  }
  if (shortages.length === 0 && madeToOrder.length > 0)
    shortages.push(...(await takeBenchSlots(tx, request, { allocator, madeToOrder })))
  return shortages.length > 0
    ? { ok: false, error: shortages }
    : { ok: true, value: { allocated: allocator.list(), madeToOrder } }
}

async function takeBenchSlots(
  tx: Db,
  { claimant, at }: AllocationRequest,
  { allocator, madeToOrder }: { readonly allocator: Allocator; readonly madeToOrder: readonly StockLine[] },
): Promise<Shortage[]> {
  // A slot that was held when the week ended still belongs to the order.
  const weeks = new Set([...(await heldBenchKeys(tx, claimant)), ...benchKeysFrom(at)])
  await openLevels(
    tx,
    [...weeks].map((key) => ({ key, onHand: BENCH_SLOTS_PER_WEEK })),
    at,
  )
  allocator.add(await lockLevels(tx, [...weeks], { claimant, at }))
  return madeToOrder
    .filter(({ quantity }) => ![...weeks].some((week) => allocator.take(week, quantity)))
    .map((line) => ({ line, left: 0 }))
}

async function heldBenchKeys(tx: Db, { orderNumber }: Claimant): Promise<StockKey[]> {
  if (orderNumber === null) return []
  const held = await tx
    .select({ key: stockHold.key })
    .from(stockHold)
    .where(and(eq(stockHold.orderNumber, orderNumber), like(stockHold.key, 'bench/%')))
  return held.map(({ key }) => key)
}

/** Quantities taken from the locked levels so far. */
class Allocator {
  readonly #levels: Map<StockKey, LockedLevel>
  readonly #taken = new Map<StockKey, number>()

  constructor(levels: ReadonlyMap<StockKey, LockedLevel>) {
    this.#levels = new Map(levels)
  }

  add(levels: ReadonlyMap<StockKey, LockedLevel>): void {
    for (const [key, level] of levels) this.#levels.set(key, level)
  }

  has(key: StockKey): boolean {
    return this.#levels.has(key)
  }

  left(key: StockKey): number {
    return Math.max(0, (this.#levels.get(key)?.free ?? 0) - (this.#taken.get(key) ?? 0))
  }

  take(key: StockKey, quantity: number): boolean {
    if (this.left(key) < quantity) return false
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + quantity)
    return true
  }

  list(): AllocatedQuantity[] {
    return [...this.#taken].flatMap(([key, quantity]) => {
      const level = this.#levels.get(key)
      return level ? [{ level, quantity }] : []
    })
  }
}
