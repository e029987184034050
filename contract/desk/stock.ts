/** Stock at the desk: levels by product and size, serial items, holds, corrections, and the stocktaking sheet. */
import * as z from 'zod/mini'
import { HUID } from '#domain/huid.ts'
import { STOCK_COUNT_MAX } from '#domain/stock.ts'
import { displayEnum } from '../display-enum.ts'
import { singleLine, Size } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { Reason } from './reason.ts'
import { enteredWeightMg } from './weight.ts'

export const STOCK_VIEWS = ['all', 'low', 'out', 'held'] as const
export type StockView = (typeof STOCK_VIEWS)[number]

const Level = z.object({
  /** Empty for all sizes without a level of their own. */
  size: z.string(),
  onHand: z.int(),
  held: z.int(),
})

const StockedProduct = z.object({
  sku: z.string(),
  name: z.string(),
  isRetired: z.boolean(),
  /** Empty if it is not counted yet. */
  levels: z.array(Level),
})
export type StockedProduct = z.infer<typeof StockedProduct>

export const ITEM_STATES = ['available', 'sold', 'returned', 'written off'] as const

export const PIECE_STEPS = [
  'entered',
  'packed',
  'handed over',
  'delivered',
  'came back',
  'set aside',
  'made available',
  'marked as sold',
  'written off',
  'corrected',
] as const

const PieceStep = z.object({
  what: displayEnum(PIECE_STEPS),
  at: z.string(),
  orderNumber: z.nullable(z.string()),
  /** Actor and reason of an entry or correction; otherwise empty. */
  note: z.string(),
})
export type PieceStep = z.infer<typeof PieceStep>

const SinglePiece = z.object({
  huid: z.nullable(z.string()),
  serial: z.nullable(z.string()),
  sku: z.string(),
  name: z.string(),
  size: z.string(),
  /** Null for a piece that was never entered here, and is known only from its parcel. */
  state: z.nullable(displayEnum(ITEM_STATES)),
  /** Oldest first. */
  steps: z.array(PieceStep),
})
export type SinglePiece = z.infer<typeof SinglePiece>

const StockPage = z.object({
  products: z.array(StockedProduct),
  /** The single piece whose HUID or serial number was searched for; absent if there is none. */
  piece: z.optional(SinglePiece),
  /** Cursor of the next page: the last SKU of this one; absent if there is none. */
  after: z.optional(z.string()),
})
export type StockPage = z.infer<typeof StockPage>

export const searchStock = deskEndpoint({
  method: 'POST',
  path: '/api/desk/stock/search',
  permission: 'read-stock',
  request: z.strictObject({
    /** Words of the name, the beginning of a SKU, a serial number or a HUID. */
    text: singleLine(120),
    view: z.enum(STOCK_VIEWS),
    after: z.nullable(z.string().check(z.maxLength(40))),
  }),
  response: StockPage,
})

const ProductStock = z.object({
  ...StockedProduct.shape,
  /** Sizes in which it is made; empty for a product of one size. */
  sizes: z.array(z.string()),
  holds: z.array(
    z.object({ orderNumber: z.string(), size: z.string(), quantity: z.int(), expiresAt: z.string() }),
  ),
  items: z.array(
    z.object({
      serial: z.string(),
      size: z.string(),
      huid: z.nullable(z.string()),
      netWeightMg: z.int(),
      grossWeightMg: z.int(),
      state: displayEnum(ITEM_STATES),
      orderNumber: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  movements: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      size: z.string(),
      change: z.int(),
      cause: displayEnum(['opening', 'sold', 'returned', 'correction']),
      actor: z.string(),
      reason: z.string(),
      orderNumber: z.nullable(z.string()),
    }),
  ),
})
export type ProductStock = z.infer<typeof ProductStock>

export const readProductStock = deskEndpoint({
  method: 'GET',
  path: '/api/desk/stock/:sku',
  permission: 'read-stock',
  response: ProductStock,
})

export const setProductStock = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/stock/:sku/level',
  permission: 'change-stock',
  request: z.strictObject({
    size: Size,
    count: z.int().check(z.gte(0), z.lte(STOCK_COUNT_MAX)),
    /** The level that the page showed; null if it was not counted. */
    expected: z.nullable(z.int()),
    reason: Reason,
  }),
  response: ProductStock,
})

const WeightMg = enteredWeightMg(10_000_000)

export const enterStockItem = deskEndpoint({
  method: 'POST',
  path: '/api/desk/stock/:sku/items',
  permission: 'change-stock',
  request: z.strictObject({
    size: Size,
    serial: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z-]{1,40}$/)),
    huid: z.nullable(z.string().check(z.trim(), z.toUpperCase(), z.regex(HUID))),
    netWeightMg: WeightMg,
    grossWeightMg: WeightMg,
    /** False if the level already counts it. */
    isNew: z.boolean(),
    reason: Reason,
  }),
  response: ProductStock,
})

export const correctStockItem = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/stock/:sku/items/:serial',
  permission: 'change-stock',
  request: z.strictObject({ state: z.enum(['available', 'returned', 'written off']), reason: Reason }),
  response: ProductStock,
})

/** A file that the page saves. */
export const DownloadFile = z.object({ name: z.string(), text: z.string() })

export const exportStockSheet = deskEndpoint({
  method: 'POST',
  path: '/api/desk/stock/sheet',
  permission: 'read-stock',
  response: DownloadFile,
})
