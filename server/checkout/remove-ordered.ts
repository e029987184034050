import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { cartLine } from '#server/db/schema.ts'
import type { OrderLineRow } from '#server/orders/orders.ts'

/**
 * Removes only the ordered quantities: an order may complete by webhook days later, and what was added to the cart
 * meanwhile is not paid for (D28). Needs the lock on the user.
 */
export async function removeOrderedLines(
  tx: Db,
  userId: string,
  ordered: readonly OrderLineRow[],
): Promise<void> {
  for (const { type, productId, size, quantity } of ordered) {
    const line = and(
      eq(cartLine.userId, userId),
      eq(cartLine.type, type),
      eq(cartLine.productId, productId),
      // A row from before sizes has none: the next change of the cart gives it its size.
      inArray(cartLine.size, [size, '']),
    )
    // Sent together and executed in this order: a quantity that is left must not be compared again.
    await Promise.all([
      tx.delete(cartLine).where(and(line, lte(cartLine.quantity, quantity))),
      tx
        .update(cartLine)
        .set({ quantity: sql`${cartLine.quantity} - ${quantity}` })
        .where(and(line, gt(cartLine.quantity, quantity))),
    ])
  }
}
