/** What can be sold: pieces of a product or of one of its sizes, and slots of the workbench in a week. */
import { isProductType, skuOf, type ProductKey, type Sku } from './product.ts'
import { addMs, DAY_MS, indiaDate } from './time.ts'

/** `rings-801`, `rings-801/14`, `bench/2026-W48`. */
export type StockKey = string

/** This many or fewer are low stock. */
export const LOW_STOCK = 3

/** A higher count at one level is a typing error. */
export const STOCK_COUNT_MAX = 100_000

const BENCH = 'bench/'
const WEEK_MS = 7 * DAY_MS

export function sizeStockKey(product: ProductKey, size: string): StockKey {
  return `${skuOf(product)}/${size}`
}

export function isBenchKey(key: StockKey): boolean {
  return key.startsWith(BENCH)
}

/** Null for a workbench. */
export function skuOfStockKey(key: StockKey): Sku | null {
  const [sku = ''] = key.split('/')
  return isSku(sku) ? sku : null
}

/** Empty if the key counts all sizes. */
export function sizeOfStockKey(key: StockKey): string {
  return key.split('/')[1] ?? ''
}

/** The weeks in which work may begin so that a piece leaves within MADE_TO_ORDER_DAYS: this one and the next. */
export function benchKeysFrom(at: Date): readonly StockKey[] {
  return [at, addMs(at, WEEK_MS)].map((day) => `${BENCH}${isoWeek(day)}`)
}

/** Parses a key as an operator types it. */
export function isStockKey(text: string): boolean {
  if (isBenchKey(text)) return /^bench\/\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/.test(text)
  return skuOfStockKey(text) !== null && /^[^/]+(?:\/[\w.-]+)?$/.test(text)
}

export function isSku(text: string): text is Sku {
  const [, type, id] = /^(.+)-(0|[1-9]\d*)$/.exec(text) ?? []
  return id !== undefined && isProductType(type)
}

/** ISO 8601, by Indian days: a week belongs to the year of its Thursday. */
function isoWeek(at: Date): string {
  const day = new Date(indiaDate(at))
  const thursday = addMs(day, (4 - (day.getUTCDay() || 7)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS)
  return `${year}-W${String(week).padStart(2, '0')}`
}
