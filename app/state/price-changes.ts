import { priceCart } from '#domain/cart.ts'
import type { Cart } from '#domain/cart-changes.ts'
import type { FindProduct } from '#domain/collection.ts'
import { formatRupeesAsNeeded, paise } from '#domain/money.ts'
import { lineKeyOf } from '#domain/sizes.ts'
import type { Wishlist } from '#domain/wishlist.ts'

interface PriceChange {
  readonly cart: Cart
  readonly wishlist: Wishlist
  readonly before: FindProduct
  readonly after: FindProduct
}

/** What a newer edition changes for this shopper, in a sentence; null where it changes nothing. */
export function priceChangeText({ cart, wishlist, before, after }: PriceChange): string | null {
  const changes = [
    changeText('your cart', cartChange(cart, before, after)),
    changeText('your wishlist', wishlistChange(wishlist, before, after)),
  ].filter((text) => text !== null)
  return changes.length > 0 ? `Prices were updated: ${changes.join(', ')}.` : null
}

function changeText(name: string, change: number): string | null {
  if (change === 0) return null
  return `${name} is ${formatRupeesAsNeeded(paise(Math.abs(change)))} ${change < 0 ? 'less' : 'more'}`
}

/** Of the lines that can be bought before and after; the cart itself says what is sold out or no longer made. */
function cartChange(cart: Cart, before: FindProduct, after: FindProduct): number {
  const totals = new Map(priceCart(cart, before).buyable.map(({ key, total }) => [lineKeyOf(key), total]))
  return priceCart(cart, after).buyable.reduce(
    (change, { key, total }) => change + total - (totals.get(lineKeyOf(key)) ?? total),
    0,
  )
}

function wishlistChange(wishlist: Wishlist, before: FindProduct, after: FindProduct): number {
  return wishlist.reduce((change, key) => {
    const [old, latest] = [before(key), after(key)]
    return old && latest ? change + latest.price.amount - old.price.amount : change
  }, 0)
}
