import { eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { user } from './account-schema.ts'

/** Serializes changes of a user's lists and addresses, and orders by the user, until the transaction ends. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
}
