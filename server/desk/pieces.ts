/** The life of one piece, by its HUID or serial number: its entry under Stock, its parcels, and its return. */
import { and, arrayOverlaps, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { PIECE_STEPS, type SinglePiece, type PieceStep } from '#contract/desk/stock.ts'
import type { Role } from '#domain/permissions.ts'
import { skuOf } from '#domain/product.ts'
import { sizeOfStockKey, skuOfStockKey } from '#domain/stock.ts'
import type { Db } from '#server/db/open.ts'
import { parcel } from '#server/db/parcel-schema.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { orderEvent, orderLine, serialItem, stockMovement } from '#server/db/schema.ts'
import { findPublished } from '#server/stock/published.ts'
import { loadStaffNames, type NameOfStaff } from './staff-names.ts'

type Item = typeof serialItem.$inferSelect
type SentLine = Awaited<ReturnType<typeof findSentLines>>[number]

const PIECE_CODE = /^[0-9A-Z-]{1,40}$/

/** Undefined if no known piece has this code. */
export async function findPieceLife(db: Db, text: string, role: Role): Promise<SinglePiece | undefined> {
  const code = text.toUpperCase()
  if (!PIECE_CODE.test(code)) return undefined
  const [item] = await db
    .select()
    .from(serialItem)
    .where(or(eq(serialItem.serial, code), eq(serialItem.huid, code)))
  const codes = item ? [item.serial, item.huid].filter((each) => each !== null) : [code]
  const sent = await findSentLines(db, codes)
  const described = await describe(db, item, sent)
  if (!described) return undefined
  const steps = [
    ...(item ? await entriesOf(db, item, await loadStaffNames(db, role)) : []),
    ...sent.flatMap(parcelSteps),
    ...(await returnsOf(db, sent, codes)),
  ]
  return {
    huid: item ? item.huid : code,
    serial: item?.serial ?? null,
    state: item?.state ?? null,
    ...described,
    steps: steps.toSorted(byTime),
  }
}

/** Steps of the same moment, in the order of a piece's life. */
function byTime(one: PieceStep, other: PieceStep): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  const rank = ({ what }: PieceStep) => PIECE_STEPS.findIndex((each) => each === what)
  return rank(one) - rank(other)
}

function findSentLines(db: Db, codes: readonly string[]) {
  return db
    .select({
      type: orderLine.type,
      productId: orderLine.productId,
      name: orderLine.name,
      size: orderLine.size,
      orderNumber: orderLine.orderNumber,
      packedAt: parcel.packedAt,
      dispatchedAt: parcel.dispatchedAt,
      deliveredAt: parcel.deliveredAt,
    })
    .from(orderLine)
    .innerJoin(parcel, eq(parcel.orderNumber, orderLine.orderNumber))
    .where(and(isNotNull(orderLine.codes), arrayOverlaps(orderLine.codes, [...codes])))
}

async function describe(
  db: Db,
  item: Item | undefined,
  [line]: readonly SentLine[],
): Promise<Pick<SinglePiece, 'sku' | 'name' | 'size'> | undefined> {
  const sku = item && skuOfStockKey(item.key)
  if (item && sku) {
    const product = await findPublished(db, sku)
    return { sku, name: product?.name ?? line?.name ?? sku, size: sizeOfStockKey(item.key) }
  }
  if (!line) return undefined
  return { sku: skuOf({ type: line.type, id: line.productId }), name: line.name, size: line.size }
}

/** Entries and corrections under Stock; each movement names the item first. */
async function entriesOf(db: Db, { serial, key }: Item, nameOf: NameOfStaff): Promise<PieceStep[]> {
  const movements = await db
    .select()
    .from(stockMovement)
    .where(
      and(
        eq(stockMovement.key, key),
        // A returned item that is not for sale has a second movement, for its order, with the same reason.
        eq(stockMovement.cause, 'correction'),
        sql`starts_with(${stockMovement.reason}, ${`${serial} `})`,
      ),
    )
    .orderBy(asc(stockMovement.id))
  return movements.map(({ at, actor, reason }) => {
    const [what, why] = readReason(reason.slice(serial.length + 1))
    return { what, at: at.toISOString(), orderNumber: null, note: `${nameOf(actor)}: ${why}` }
  })
}

function readReason(reason: string): readonly [PieceStep['what'], string] {
  const [, entered] = /^entered: (.*)$/s.exec(reason) ?? []
  if (entered !== undefined) return ['entered', entered]
  const [, state, why] = /^[a-z ]+ to (available|sold|returned|written off): (.*)$/s.exec(reason) ?? []
  if (state === undefined || why === undefined) return ['corrected', reason]
  return [STEP_TO[state as keyof typeof STEP_TO], why]
}

const STEP_TO = {
  available: 'made available',
  sold: 'marked as sold',
  returned: 'set aside',
  'written off': 'written off',
} as const satisfies Record<Item['state'], PieceStep['what']>

function parcelSteps({ orderNumber, packedAt, dispatchedAt, deliveredAt }: SentLine): PieceStep[] {
  const steps = [
    ['packed', packedAt],
    ['handed over', dispatchedAt],
    ['delivered', deliveredAt],
  ] as const
  return steps.flatMap(([what, at]) =>
    at === null ? [] : [{ what, at: at.toISOString(), orderNumber, note: '' }],
  )
}

async function returnsOf(db: Db, sent: readonly SentLine[], codes: readonly string[]): Promise<PieceStep[]> {
  if (sent.length === 0) return []
  const rows = await db
    .select({ orderNumber: orderReturn.orderNumber, at: orderEvent.at })
    .from(orderReturn)
    .innerJoin(
      orderEvent,
      and(
        eq(orderEvent.orderNumber, orderReturn.orderNumber),
        eq(orderEvent.event, 'return accepted'),
        sql`${orderEvent.detail} ->> 'id' = ${orderReturn.id}::text`,
      ),
    )
    .where(
      and(
        inArray(
          orderReturn.orderNumber,
          sent.map((line) => line.orderNumber),
        ),
        arrayOverlaps(orderReturn.codes, [...codes]),
      ),
    )
  return rows.map(({ orderNumber, at }) => ({
    what: 'came back' as const,
    at: at.toISOString(),
    orderNumber,
    note: '',
  }))
}
