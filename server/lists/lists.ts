/** Storage of cart and wishlist: rows per user, in the order of addition. */
import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import type { ListChange } from '#domain/list-change.ts'
import { applyCartChange, type Cart, type CartChange, type CartLine } from '#domain/cart-changes.ts'
import { withStandardSizes } from '#domain/cart.ts'
import type { FindProduct } from '#domain/collection.ts'
import type { ProductKey, Sku } from '#domain/product.ts'
import type { LineKey } from '#domain/sizes.ts'
import { comesInSize, sizeOrStandard } from '#domain/size-range.ts'
import type { StockKey } from '#domain/stock.ts'
import { applyWishlistChange, type Wishlist, type WishlistChange } from '#domain/wishlist.ts'
import type { Database, Db } from '#server/db/open.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { appliedChange, cartLine, wishlistItem } from '#server/db/list-schema.ts'
import { order } from '#server/db/schema.ts'
import { heldKeysOf, toHeldProducts } from './held.ts'

export interface UserLists {
  readonly cart: Cart
  readonly wishlist: Wishlist
  readonly cartGeneration: number
  /** Products that the user's own unpaid order holds. */
  readonly held: readonly Sku[]
}

export async function loadCart(db: Db, userId: string, find: FindProduct): Promise<Cart> {
  const { type, productId: id, size, quantity } = cartLine
  const rows = await db
    .select({ type, id, size, quantity })
    .from(cartLine)
    .where(eq(cartLine.userId, userId))
    .orderBy(asc(cartLine.position))
  return withStandardSizes(rows, find)
}

/**
 * The number of completed orders; each has removed its products from the cart. To be selected together with other
 * columns.
 */
export function cartGenerationOf(userId: string): SQL<number> {
  return sql<number>`(select count(*)::integer from ${order}
    where ${order.userId} = ${userId} and ${order.completedAt} is not null)`
}

export async function loadCartGeneration(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ generation: number }>(
    sql`select ${cartGenerationOf(userId)} as generation`,
  )
  return rows[0]?.generation ?? 0
}

interface ListsQuery {
  readonly userId: string
  readonly now: Date
  /** Products of the current collection. */
  readonly find: FindProduct
}

export async function loadLists(db: Db, query: ListsQuery): Promise<UserLists> {
  const { rows } = await db.execute<ListsRow>(sql`select ${listColumns(db, query)}`)
  return toLists(rows[0], query)
}

/** A type rather than an interface: rows of raw statements need an index signature. */
type ListsRow = {
  readonly generation: number
  readonly cart: CartLine[]
  readonly wishlist: ProductKey[]
  readonly heldKeys: StockKey[]
}

/** In one statement: a cart paired with the generation after its order could be bought twice. */
function listColumns(db: Db, { userId, now }: ListsQuery): SQL {
  const { type, productId, size, quantity, position } = cartLine
  return sql`
    ${cartGenerationOf(userId)} as generation,
    (select coalesce(json_agg(json_build_object(
        'type', ${type}, 'id', ${productId}, 'size', ${size}, 'quantity', ${quantity}) order by ${position}), '[]')
      from ${cartLine} where ${cartLine.userId} = ${userId}) as cart,
    (select coalesce(json_agg(json_build_object(
        'type', ${wishlistItem.type}, 'id', ${wishlistItem.productId}) order by ${wishlistItem.position}), '[]')
      from ${wishlistItem} where ${wishlistItem.userId} = ${userId}) as wishlist,
    ${heldKeysOf(db, userId, now)} as "heldKeys"`
}

function toLists(row: ListsRow | undefined, { find }: ListsQuery): UserLists {
  const { generation = 0, cart = [], wishlist = [], heldKeys = [] } = row ?? {}
  const held = toHeldProducts(heldKeys)
  return { cart: withStandardSizes(cart, find), wishlist, cartGeneration: generation, held }
}

interface ApplyChanges extends ListsQuery {
  readonly changes: readonly ListChange[]
}

/**
 * Applies the changes in order, each id once, and returns both lists. Calls for one user are serialized, so that
 * concurrent devices lose nothing.
 */
export function applyListChanges(db: Database, request: ApplyChanges): Promise<UserLists> {
  const { userId, changes, find } = request
  if (changes.length === 0) return loadLists(db, request)
  return db.transaction(async (tx) => {
    // Sent together and executed in this order: the lists are read under the lock.
    const [, { before, newChanges }] = await Promise.all([
      lockUser(tx, userId),
      loadListsWithNewChanges(tx, request),
    ])
    const after = newChanges.reduce((lists, change) => applyChange(lists, change, find), before)
    if (after.cart !== before.cart) await storeCart(tx, userId, after.cart)
    if (after.wishlist !== before.wishlist) await storeWishlist(tx, userId, after.wishlist)
    return after
  })
}

/**
 * A change whose response was lost is sent again when its browser is next online and signed in. After this time it
 * would be applied twice: at worst, a piece too many in a cart.
 */
const CHANGE_ID_KEPT_MS = 400 * DAY_MS

/** The lists, and the changes whose ids are new; stores the ids. */
async function loadListsWithNewChanges(
  tx: Db,
  request: ApplyChanges,
): Promise<{ readonly before: UserLists; readonly newChanges: readonly ListChange[] }> {
  const { userId, changes, now } = request
  const byId = Map.groupBy(changes, (change) => change.id.toLowerCase())
  const purgeBefore = new Date(now.getTime() - CHANGE_ID_KEPT_MS)
  const purged = tx
    .delete(appliedChange)
    .where(and(eq(appliedChange.userId, userId), lt(appliedChange.appliedAt, purgeBefore)))
  const inserted = tx
    .insert(appliedChange)
    .values([...byId.keys()].map((changeId) => ({ userId, changeId, appliedAt: now })))
    .onConflictDoNothing()
    .returning({ changeId: appliedChange.changeId })
  const { rows } = await tx.execute<ListsRow & { readonly newIds: string[] }>(sql`
    with purged as ${purged}, inserted as ${inserted}
    select ${listColumns(tx, request)}, array(select change_id::text from inserted) as "newIds"`)
  const newIds = new Set(rows[0]?.newIds)
  return {
    before: toLists(rows[0], request),
    newChanges: [...byId].flatMap(([id, same]) => (newIds.has(id) ? same.slice(0, 1) : [])),
  }
}

/**
 * Ignores products and sizes that the collection does not have; a product that left it stays on the list, marked as
 * unavailable.
 */
function applyChange(lists: UserLists, { list, change }: ListChange, find: FindProduct): UserLists {
  if (list === 'cart') {
    const applicable = applicableCartChange(change, find)
    return applicable ? { ...lists, cart: applyCartChange(lists.cart, applicable) } : lists
  }
  if (change.do === 'add' && !find(change.product)) return lists
  const wishlist = applyWishlistChange(lists.wishlist, withoutUnknownWishlistItems(change, find))
  return { ...lists, wishlist }
}

/** Adds missing sizes as standard sizes; null for a change that would add an unknown product or size. */
function applicableCartChange(change: CartChange, find: FindProduct): CartChange | null {
  if (change.do === 'clear') return change
  if (change.do === 'merge') {
    const lines = withStandardSizes(change.lines, find).filter((line) => isKnown(line, find))
    return { ...change, lines }
  }
  const product = { ...change.product, size: sizeOrStandard(change.product, find) }
  const resized = change.do === 'resize' ? { ...product, size: change.size } : product
  const concernsExistingLine = change.do === 'set' || change.do === 'remove'
  return concernsExistingLine || isKnown(resized, find) ? { ...change, product } : null
}

function isKnown(line: LineKey, find: FindProduct): boolean {
  const product = find(line)
  return product !== undefined && comesInSize(product, line.size)
}

function withoutUnknownWishlistItems(change: WishlistChange, find: FindProduct): WishlistChange {
  return change.do === 'merge' ? { ...change, products: change.products.filter(find) } : change
}

async function storeCart(tx: Db, userId: string, cart: Cart): Promise<void> {
  const { type, productId, size } = cartLine
  const lines = JSON.stringify(
    cart.map((line, position) => ({ ...line, user_id: userId, product_id: line.id, position })),
  )
  await tx.execute(sql`
    with line as (select * from json_populate_recordset(null::${cartLine}, ${lines})), removed as (
      delete from ${cartLine} where ${cartLine.userId} = ${userId}
        and (${type}, ${productId}, ${size}) not in (select type, product_id, size from line))
    insert into ${cartLine} select * from line
    on conflict (user_id, type, product_id, size)
      do update set quantity = excluded.quantity, position = excluded.position`)
}

async function storeWishlist(tx: Db, userId: string, wishlist: Wishlist): Promise<void> {
  await tx.delete(wishlistItem).where(eq(wishlistItem.userId, userId))
  if (wishlist.length === 0) return
  await tx
    .insert(wishlistItem)
    .values(wishlist.map(({ type, id }, position) => ({ userId, type, productId: id, position })))
}
