import type { CheckoutItem } from '#contract/checkout.ts'
import type { BuyableLine } from '#domain/cart.ts'
import type { ProductKey } from '#domain/product.ts'
import { lineKeyOf, type LineKey } from '#domain/sizes.ts'
import type { OrderLineRow } from '#server/orders/orders.ts'

/** An item of a request whose product is known. */
export type CheckoutLine = LineKey & Pick<CheckoutItem, 'quantity' | 'price'>

interface NamedProduct extends ProductKey {
  readonly name: string
}

interface ProductLookup {
  readonly products: readonly NamedProduct[]
  /** The size for an item that names none. */
  readonly sizeOf: (key: ProductKey) => string
}

/** Finds an item without a type by its id and, where types share that id, its name. Null if an item is unknown. */
export function checkoutLinesOf(
  { products, sizeOf }: ProductLookup,
  items: readonly CheckoutItem[],
): CheckoutLine[] | null {
  const lines = items.flatMap(({ type, id, size, name, price, quantity }): CheckoutLine[] => {
    const productType = type ?? typeOf(products, { id, name })
    if (!productType) return []
    const key = { type: productType, id }
    return [{ ...key, size: size || sizeOf(key), price, quantity }]
  })
  return lines.length === items.length ? lines : null
}

function typeOf(
  products: readonly NamedProduct[],
  { id, name }: Pick<CheckoutItem, 'id' | 'name'>,
): ProductKey['type'] | undefined {
  const sameId = products.filter((product) => product.id === id)
  return (sameId.length === 1 ? sameId[0] : sameId.find((product) => product.name === name))?.type
}

/** Compares products, sizes, quantities and prices, in any order. */
export function matchesOrder(lines: readonly CheckoutLine[], ordered: readonly OrderLineRow[]): boolean {
  return isSame(
    lines,
    ordered.map(({ type, productId, size, quantity, unitPrice }) => ({
      type,
      id: productId,
      size,
      quantity,
      price: unitPrice,
    })),
  )
}

export function matchesQuote(lines: readonly CheckoutLine[], quoted: readonly BuyableLine[]): boolean {
  return isSame(
    lines,
    quoted.map(({ key, quantity, unitPrice }) => ({ ...key, quantity, price: unitPrice })),
  )
}

export function hasDuplicates(lines: readonly CheckoutLine[]): boolean {
  return new Set(lines.map(lineKeyOf)).size < lines.length
}

function isSame(some: readonly CheckoutLine[], others: readonly CheckoutLine[]): boolean {
  return linesKey(some) === linesKey(others)
}

/** Equal for the same lines in any order. */
export function linesKey(lines: readonly CheckoutLine[]): string {
  return lines
    .map((line) => `${lineKeyOf(line)} ${line.quantity} ${line.price}`)
    .sort()
    .join('\n')
}
