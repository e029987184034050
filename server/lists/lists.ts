/** Cart and wishlist as they are stored: rows per person, in the order in which the pieces were added. */
import { and, asc, count, eq, isNotNull, lt } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import type { ListChange } from '#contract/lists.ts'
import { applyCartChange, type Cart, type CartChange } from '#domain/cart.ts'
import { findProduct } from '#domain/catalogue/all.ts'
import type { ProductKey } from '#domain/product.ts'
import { applyWishlistChange, type Wishlist, type WishlistChange } from '#domain/wishlist.ts'
import type { Database, Db } from '#server/db/open.ts'
import { lockUser } from '#server/db/lock-user.ts'
import { appliedChange, cartLine, order, wishlistEntry } from '#server/db/schema.ts'

export interface UserLists {
  readonly cart: Cart
  readonly wishlist: Wishlist
  readonly cartGeneration: number
}

export async function loadCart(db: Db, userId: string): Promise<Cart> {
  return db
    .select({ type: cartLine.type, id: cartLine.productId, quantity: cartLine.quantity })
    .from(cartLine)
    .where(eq(cartLine.userId, userId))
    .orderBy(asc(cartLine.position))
}

/** How many orders the person has completed; each of them has taken its pieces out of the cart. */
export async function cartGenerationOf(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ completed: count() })
    .from(order)
    .where(and(eq(order.userId, userId), isNotNull(order.completedAt)))
  return row?.completed ?? 0
}

export async function loadLists(db: Db, userId: string): Promise<UserLists> {
  // Read before the cart: a full cart under the generation of an emptied one could be bought twice.
  const cartGeneration = await cartGenerationOf(db, userId)
  const cart = await loadCart(db, userId)
  const wishlist = await db
    .select({ type: wishlistEntry.type, id: wishlistEntry.productId })
    .from(wishlistEntry)
    .where(eq(wishlistEntry.userId, userId))
    .orderBy(asc(wishlistEntry.position))
  return { cart, wishlist, cartGeneration }
}

interface Applying {
  readonly userId: string
  readonly changes: readonly ListChange[]
  readonly now: Date
}

/**
 * Applies the changes in their order, each id once for ever, and gives both lists as they are then. Calls for one
 * person wait for one another, so that two devices at once lose nothing.
 */
export function applyChanges(db: Database, { userId, changes, now }: Applying): Promise<UserLists> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const before = await loadLists(tx, userId)
    const after = (await selectNew(tx, { userId, changes, now })).reduce(applyChange, before)
    if (after.cart !== before.cart) await storeCart(tx, userId, after.cart)
    if (after.wishlist !== before.wishlist) await storeWishlist(tx, userId, after.wishlist)
    return after
  })
}

/** Long after any browser would still repeat a change. */
const REMEMBERED_FOR_MS = 30 * DAY_MS

async function selectNew(tx: Db, { userId, changes, now }: Applying): Promise<readonly ListChange[]> {
  if (changes.length === 0) return []
  const byId = Map.groupBy(changes, (change) => change.id.toLowerCase())
  const fresh = await tx
    .insert(appliedChange)
    .values([...byId.keys()].map((changeId) => ({ userId, changeId, appliedAt: now })))
    .onConflictDoNothing()
    .returning({ changeId: appliedChange.changeId })
  const isFresh = new Set(fresh.map(({ changeId }) => changeId))
  const forgetBefore = new Date(now.getTime() - REMEMBERED_FOR_MS)
  await tx
    .delete(appliedChange)
    .where(and(eq(appliedChange.userId, userId), lt(appliedChange.appliedAt, forgetBefore)))
  return [...byId].flatMap(([id, same]) => (isFresh.has(id) ? same.slice(0, 1) : []))
}

/** A piece the shop never had is not put on a list; one it no longer has stays there, to be shown as such. */
function applyChange(lists: UserLists, entry: ListChange): UserLists {
  if (entry.change.do === 'add' && !isOffered(entry.change.product)) return lists
  return entry.list === 'cart'
    ? { ...lists, cart: applyCartChange(lists.cart, withoutUnknownProducts(entry.change)) }
    : { ...lists, wishlist: applyWishlistChange(lists.wishlist, withOfferedWishes(entry.change)) }
}

function withoutUnknownProducts(change: CartChange): CartChange {
  return change.do === 'merge' ? { ...change, lines: change.lines.filter(isOffered) } : change
}

function withOfferedWishes(change: WishlistChange): WishlistChange {
  return change.do === 'merge' ? { ...change, products: change.products.filter(isOffered) } : change
}

function isOffered(key: ProductKey): boolean {
  return findProduct(key) !== undefined
}

async function storeCart(tx: Db, userId: string, cart: Cart): Promise<void> {
  await tx.delete(cartLine).where(eq(cartLine.userId, userId))
  if (cart.length === 0) return
  await tx
    .insert(cartLine)
    .values(
      cart.map(({ type, id, quantity }, position) => ({ userId, type, productId: id, quantity, position })),
    )
}

async function storeWishlist(tx: Db, userId: string, wishlist: Wishlist): Promise<void> {
  await tx.delete(wishlistEntry).where(eq(wishlistEntry.userId, userId))
  if (wishlist.length === 0) return
  await tx
    .insert(wishlistEntry)
    .values(wishlist.map(({ type, id }, position) => ({ userId, type, productId: id, position })))
}
