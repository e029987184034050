import { priceCart } from '#domain/cart.ts'
import type { Cart } from '#domain/cart-changes.ts'
import type { FindProduct } from '#domain/collection.ts'
import {
  changesBetween,
  changeText,
  priceChanges,
  sumByText,
  type PriceChange,
} from '#domain/explain-price.ts'
import { formatRupeesAsNeeded, paise, subtract, sum, type Paise } from '#domain/money.ts'
import type { Wishlist } from '#domain/wishlist.ts'

interface EditionChange {
  readonly cart: Cart
  readonly wishlist: Wishlist
  readonly before: FindProduct
  readonly after: FindProduct
}

interface ListPriceChange {
  readonly name: string
  readonly difference: Paise
  readonly causes: readonly PriceChange[]
}

/** The effect of a newer edition on this shopper, and its causes; null if nothing changes. */
export function priceChangeText({ cart, wishlist, before, after }: EditionChange): string | null {
  const changes = [
    { name: 'your cart', ...changesBetween(priceCart(cart, before), priceCart(cart, after)) },
    { name: 'your wishlist', ...wishlistChange(wishlist, before, after) },
  ].filter(({ difference }) => difference !== 0)
  if (changes.length === 0) return null
  return [`Prices were updated: ${changes.map(differenceText).join(', ')}.`, ...causeTexts(changes)].join(' ')
}

function differenceText({ name, difference }: ListPriceChange): string {
  return `${name} is ${formatRupeesAsNeeded(paise(Math.abs(difference)))} ${difference < 0 ? 'less' : 'more'}`
}

/** States shares if one list has several causes: otherwise the share would equal the difference, or be ambiguous. */
function causeTexts(changes: readonly ListPriceChange[]): string[] {
  const causes = changes.flatMap((change) => change.causes)
  if (changes.length === 1 && causes.length > 1) return causes.map(changeText)
  return [...new Set(causes.map(({ text }) => `${text}.`))]
}

function wishlistChange(
  wishlist: Wishlist,
  before: FindProduct,
  after: FindProduct,
): Omit<ListPriceChange, 'name'> {
  const pairs = wishlist.flatMap((key) => {
    const [old, latest] = [before(key), after(key)]
    return old && latest ? [{ old, latest }] : []
  })
  return {
    difference: sum(pairs.map(({ old, latest }) => subtract(latest.price.amount, old.price.amount))),
    causes: sumByText(pairs.flatMap(({ old, latest }) => priceChanges(old, latest))),
  }
}
