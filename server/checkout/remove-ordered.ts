import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { cartLine } from '#server/db/schema.ts'
import type { OrderLineRow } from './orders.ts'

/**
 * Takes the ordered pieces out of the shopper's cart, in the transaction that completes the order. The rest stays: an
 * order may complete by webhook days later, and what was put in meanwhile was never paid for (D28).
 */
export async function removeOrderedLines(
  tx: Db,
  userId: string,
  ordered: readonly OrderLineRow[],
): Promise<void> {
  await lockUser(tx, userId)
  for (const { type, productId, quantity } of ordered) {
    const line = and(eq(cartLine.userId, userId), eq(cartLine.type, type), eq(cartLine.productId, productId))
    await tx.delete(cartLine).where(and(line, lte(cartLine.quantity, quantity)))
    await tx
      .update(cartLine)
      .set({ quantity: sql`${cartLine.quantity} - ${quantity}` })
      .where(and(line, gt(cartLine.quantity, quantity)))
  }
}
