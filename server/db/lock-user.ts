import { eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { user } from './schema.ts'

/**
 * Until the transaction ends, nobody else changes what this person keeps (lists and addresses) or places an order for
 * them.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
}
