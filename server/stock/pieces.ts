/** Single pieces by serial number, for retailers who enter them. The level counts them too. */
import { asc, eq } from 'drizzle-orm'
import type { Result } from '#domain/result.ts'
import type { StockKey } from '#domain/stock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { piece, stockMovement } from '#server/db/schema.ts'
import type { Correction } from './corrections.ts'
import { lockLevels, moveStock, notifyCrossings } from './levels.ts'

export type SerialPiece = typeof piece.$inferSelect
type NewPiece = Pick<SerialPiece, 'serial' | 'key' | 'huid' | 'netWeightMg' | 'grossWeightMg'>

export type PieceError = 'not counted' | 'serial or HUID is known' | 'no such piece' | 'below zero'

interface Entry {
  readonly piece: NewPiece
  /** False if the level has counted it already. */
  readonly isNew: boolean
}

export function enterPiece(
  db: Database,
  { piece: entered, isNew }: Entry,
  { actor, reason, now: at }: Correction,
): Promise<Result<SerialPiece, PieceError>> {
  return db.transaction(async (tx) => {
    const level = (await lockLevels(tx, [entered.key], { claimant: null, at })).get(entered.key)
    if (!level) return { ok: false, error: 'not counted' }
    const [inserted] = await tx
      .insert(piece)
      .values({ ...entered, state: 'available' })
      .onConflictDoNothing()
      .returning()
    if (!inserted) return { ok: false, error: 'serial or HUID is known' }
    const change = isNew ? 1 : 0
    const what = `${entered.serial} entered: ${reason}`
    await recordPiece(tx, { level, change, returnedFrom: null, at, actor, reason: what })
    return { ok: true, value: inserted }
  })
}

export async function listPieces(db: Db, key: StockKey): Promise<SerialPiece[]> {
  return db.select().from(piece).where(eq(piece.key, key)).orderBy(asc(piece.serial))
}

/** Moves the level with the piece where it becomes available or stops being so. */
export function correctPiece(
  db: Database,
  { serial, state }: Pick<SerialPiece, 'serial' | 'state'>,
  { actor, reason, now: at }: Correction,
): Promise<Result<SerialPiece, PieceError>> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(piece).where(eq(piece.serial, serial))
    if (!found) return { ok: false, error: 'no such piece' }
    const level = (await lockLevels(tx, [found.key], { claimant: null, at })).get(found.key)
    // Under the lock, as it may have been sold meanwhile.
    const [before] = await tx.select().from(piece).where(eq(piece.serial, serial))
    if (!level || !before) throw new Error('The level of the piece is gone')
    const change = Number(state === 'available') - Number(before.state === 'available')
    if (level.onHand + change < 0) return { ok: false, error: 'below zero' }
    const orderNumber = state === 'sold' ? before.orderNumber : null
    const [after] = await tx
      .update(piece)
      .set({ state, orderNumber })
      .where(eq(piece.serial, serial))
      .returning()
    if (!after) throw new Error('The piece is gone')
    const what = `${serial} ${before.state} to ${state}: ${reason}`
    const returnedFrom = state === 'sold' ? null : before.orderNumber
    await recordPiece(tx, { level, change, returnedFrom, at, actor, reason: what })
    return { ok: true, value: after }
  })
}

type PieceChange = Pick<typeof stockMovement.$inferInsert, 'change' | 'at' | 'actor' | 'reason'> & {
  readonly level: { readonly key: StockKey; readonly onHand: number; readonly held: number }
  readonly returnedFrom: string | null
}

/** What comes back from an order is returned of it, so that `returnStock` does not count it again. */
async function recordPiece(
  tx: Db,
  { level: { key, onHand, held }, change, returnedFrom: orderNumber, ...movement }: PieceChange,
): Promise<void> {
  const returned = orderNumber === null ? 0 : 1
  if (returned > 0) await moveStock(tx, { ...movement, key, change: 1, cause: 'returned', orderNumber })
  await moveStock(tx, { ...movement, key, change: change - returned, cause: 'correction' })
  const before = onHand - held
  await notifyCrossings(tx, [{ key, before, after: before + change }])
}
