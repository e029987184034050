import { sql, type SQL } from 'drizzle-orm'
import { cartLine } from '#server/db/list-schema.ts'
import type { OrderLineRow } from '#server/orders/orders.ts'

/**
 * For writeTogether. Removes only the ordered quantities: an order may complete by webhook days later, and products
 * added to the cart meanwhile are not paid for (D28). Needs the lock on the user.
 */
export function removalsOfOrdered(userId: string, ordered: readonly OrderLineRow[]): SQL[] {
  const lines = JSON.stringify(
    ordered.map(({ type, productId, size, quantity }) => ({ type, product_id: productId, size, quantity })),
  )
  // A row from before sizes has none; the next change of the cart adds it.
  const bought = sql`(
    select line.type, line.product_id, line.size, sum(ordered.quantity) as quantity
    from json_to_recordset(${lines}::json) ordered(type text, product_id integer, size text, quantity integer)
    join ${cartLine} line on line.user_id = ${userId} and line.type = ordered.type
      and line.product_id = ordered.product_id and line.size in (ordered.size, '')
    group by line.type, line.product_id, line.size) bought`
  const isBought = sql`line.user_id = ${userId}
    and (line.type, line.product_id, line.size) = (bought.type, bought.product_id, bought.size)`
  return [
    sql`delete from ${cartLine} line using ${bought} where ${isBought} and line.quantity <= bought.quantity`,
    sql`update ${cartLine} line set quantity = line.quantity - bought.quantity from ${bought}
      where ${isBought} and line.quantity > bought.quantity`,
  ]
}
