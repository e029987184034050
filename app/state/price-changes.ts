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

/** What a newer edition changes for this shopper, and why; null where it changes nothing. */
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

/** With the share of each where there are several in one list: else the share is the difference, or would be ambiguous. */
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
