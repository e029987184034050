/**
 * The shipping addresses that a person keeps, the last used first. Two changes at once wait for one another, so that
 * together they keep no more than may be kept, and the answer to the later one has what the earlier one did.
 */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SavedAddress } from '#contract/addresses.ts'
import { SAVED_ADDRESSES_MAX, type ShippingAddress } from '#domain/shipping.ts'
import type { Database, Db } from '#server/db/open.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { savedAddress } from '#server/db/schema.ts'

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

/** The same address again is the same row, now the last used. 'full' where there are as many as may be kept. */
export function storeAddress(
  db: Database,
  { userId, address, now }: SaveAddress,
): Promise<SavedAddress[] | 'full'> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [known] = await tx
      .update(savedAddress)
      .set({ usedAt: now })
      .where(and(eq(savedAddress.userId, userId), isSame(address)))
      .returning({ id: savedAddress.id })
    if (!known) {
      if ((await tx.$count(savedAddress, eq(savedAddress.userId, userId))) >= SAVED_ADDRESSES_MAX)
        return 'full'
      await tx.insert(savedAddress).values({ userId, address, usedAt: now })
    }
    return listAddresses(tx, userId)
  })
}

/** Undefined where the person has no address of this id. Changed into another one of theirs, the two become one. */
export function replaceAddress(
  db: Database,
  { id, userId, address, now }: SaveAddress & { readonly id: string },
): Promise<SavedAddress[] | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [changed] = await tx
      .update(savedAddress)
      .set({ address, usedAt: now })
      .where(findAddress(userId, id))
      .returning({ id: savedAddress.id })
    if (!changed) return undefined
    await tx
      .delete(savedAddress)
      .where(and(eq(savedAddress.userId, userId), isSame(address), ne(savedAddress.id, changed.id)))
    return listAddresses(tx, userId)
  })
}

/** Undefined where the person has no address of this id. */
export function deleteAddress(db: Database, userId: string, id: string): Promise<SavedAddress[] | undefined> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [dropped] = await tx
      .delete(savedAddress)
      .where(findAddress(userId, id))
      .returning({ id: savedAddress.id })
    return dropped && listAddresses(tx, userId)
  })
}

const Id = z.uuid()

/** What cannot be an id is not asked of the database, which refuses it with an error. */
function findAddress(userId: string, id: string) {
  return Id.safeParse(id).success ? and(eq(savedAddress.userId, userId), eq(savedAddress.id, id)) : sql`false`
}

function isSame(address: ShippingAddress) {
  return sql`${savedAddress.address} = ${JSON.stringify(address)}::jsonb`
}
