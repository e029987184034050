/** The PANs of large orders (D42): encrypted with a key of their own. */
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Result } from '#domain/result.ts'
import type { Db, Database } from '#server/db/open.ts'
import { orderPan } from '#server/db/pan-schema.ts'
import { createEncryption, type Encryption } from '#server/encryption.ts'
import type { Log } from '#server/log.ts'

export function createPanEncryption(secret: string, previousSecret: string | null): Encryption {
  return createEncryption({ secret, previousSecret, use: 'orders: PAN' })
}

/** The encrypted form. */
export type EncryptedPan = Pick<typeof orderPan.$inferSelect, 'pan' | 'keyId'>

export async function encryptPan(encryption: Encryption, pan: string): Promise<EncryptedPan> {
  return { pan: await encryption.encrypt(pan), keyId: encryption.keyId }
}

/** Needs the lock on the order. */
export async function storePan(tx: Db, orderNumber: string, encrypted: EncryptedPan): Promise<void> {
  await insertPan(tx, orderNumber, encrypted)
}

/** For writeTogether, with the order. */
export function insertPan(tx: Db, orderNumber: string, encrypted: EncryptedPan) {
  return tx
    .insert(orderPan)
    .values({ orderNumber, ...encrypted })
    .onConflictDoUpdate({ target: orderPan.orderNumber, set: encrypted })
}

export async function deletePan(tx: Db, orderNumber: string): Promise<void> {
  await tx.delete(orderPan).where(eq(orderPan.orderNumber, orderNumber))
}

export async function hasPan(db: Db, orderNumber: string): Promise<boolean> {
  return (await db.$count(orderPan, eq(orderPan.orderNumber, orderNumber))) > 0
}

/** Unreadable if the server no longer has the key. */
export async function readPan(
  db: Db,
  encryption: Encryption,
  orderNumber: string,
): Promise<Result<string, 'no PAN' | 'unreadable'>> {
  const [row] = await db.select().from(orderPan).where(eq(orderPan.orderNumber, orderNumber))
  if (!row) return { ok: false, error: 'no PAN' }
  const pan = await encryption.decrypt(row.pan)
  return pan === null ? { ok: false, error: 'unreadable' } : { ok: true, value: pan }
}

const PANS_PER_READ = 100

export interface PanDeps {
  readonly db: Database
  readonly pans: Encryption
}

/**
 * Re-encrypts what another key has encrypted, so that the previous key can be removed. Returns 0, because a PAN that no
 * key decrypts is left unchanged and logged.
 */
export async function reencryptPans({ db, pans, log }: PanDeps & { readonly log: Log }): Promise<0> {
  let unreadable = 0
  for (let after = ''; ;) {
    const rows = await db
      .select()
      .from(orderPan)
      .where(and(ne(orderPan.keyId, pans.keyId), gt(orderPan.orderNumber, after)))
      .orderBy(asc(orderPan.orderNumber))
      .limit(PANS_PER_READ)
    for (const { orderNumber, pan: encrypted } of rows) {
      const pan = await pans.decrypt(encrypted)
      if (pan === null) unreadable += 1
      else
        await db
          .update(orderPan)
          .set(await encryptPan(pans, pan))
          .where(and(eq(orderPan.orderNumber, orderNumber), eq(orderPan.pan, encrypted)))
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.orderNumber
  }
  if (unreadable > 0) log.error('PANs are unreadable', { event: 'pan.unreadable', count: unreadable })
  return 0
}
