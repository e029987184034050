/**
 * Saved shipping addresses, the last used first. Concurrent changes are serialized, so that together they stay within
 * the maximum and the later response includes the earlier change.
 */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SavedAddress } from '#contract/addresses.ts'
import type { Result } from '#domain/result.ts'
import { SAVED_ADDRESSES_MAX, type ShippingAddress } from '#domain/shipping.ts'
import type { Database, Db } from '#server/db/open.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { savedAddress } from '#server/db/account-schema.ts'

export async function listAddresses(db: Db, userId: string): Promise<SavedAddress[]> {
  return db
    .select({ id: savedAddress.id, address: savedAddress.address })
    .from(savedAddress)
    .where(eq(savedAddress.userId, userId))
    .orderBy(desc(savedAddress.usedAt), desc(savedAddress.id))
}

interface SaveAddress {
  readonly userId: string
  readonly address: ShippingAddress
  readonly now: Date
}

/** Marks an address that is already saved as the last used. */
export function storeAddress(
  db: Database,
  { userId, address, now }: SaveAddress,
): Promise<Result<SavedAddress[], 'too many'>> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [known] = await tx
      .update(savedAddress)
      .set({ usedAt: now })
      .where(and(eq(savedAddress.userId, userId), hasAddress(address)))
      .returning({ id: savedAddress.id })
    if (!known) {
      if ((await tx.$count(savedAddress, eq(savedAddress.userId, userId))) >= SAVED_ADDRESSES_MAX)
        return { ok: false, error: 'too many' }
      await tx.insert(savedAddress).values({ userId, address, usedAt: now })
    }
    return { ok: true, value: await listAddresses(tx, userId) }
  })
}

/** Undefined if the user has no address with this id. An address changed into another saved one is merged with it. */
export function replaceAddress(
  db: Database,
  { id, userId, address, now }: SaveAddress & { readonly id: string },
): Promise<SavedAddress[] | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [changed] = await tx
      .update(savedAddress)
      .set({ address, usedAt: now })
      .where(hasId(userId, id))
      .returning({ id: savedAddress.id })
    if (!changed) return undefined
    await tx
      .delete(savedAddress)
      .where(and(eq(savedAddress.userId, userId), hasAddress(address), ne(savedAddress.id, changed.id)))
    return listAddresses(tx, userId)
  })
}

/** Undefined if the user has no address with this id. */
export function deleteAddress(db: Database, userId: string, id: string): Promise<SavedAddress[] | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [removed] = await tx
      .delete(savedAddress)
      .where(hasId(userId, id))
      .returning({ id: savedAddress.id })
    return removed && listAddresses(tx, userId)
  })
}

const Id = z.uuid()

/** PostgreSQL rejects a malformed UUID with an error, so none is sent. */
function hasId(userId: string, id: string) {
  return Id.safeParse(id).success ? and(eq(savedAddress.userId, userId), eq(savedAddress.id, id)) : sql`false`
}

function hasAddress(address: ShippingAddress) {
  return sql`${savedAddress.address} = ${JSON.stringify(address)}::jsonb`
}
