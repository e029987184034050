import type { CheckoutItem } from '#contract/checkout.ts'
import type { BuyableLine } from '#domain/cart.ts'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf, type ProductKey } from '#domain/product.ts'
import type { OrderLineRow } from './orders.ts'

/** A line of a checkout that says which piece it means. */
export type Piece = ProductKey & Pick<CheckoutItem, 'quantity' | 'price'>

/** An item without a type is found by its id and, where types share that id, its name. Null where one is not found. */
export function piecesOf(items: readonly CheckoutItem[]): Piece[] | null {
  const pieces = items.flatMap(({ type, id, name, price, quantity }): Piece[] => {
    const known = type ?? typeOf(id, name)
    return known ? [{ type: known, id, price, quantity }] : []
  })
  return pieces.length === items.length ? pieces : null
}

function typeOf(id: number, name: string): ProductKey['type'] | undefined {
  const sameId = ALL_PRODUCTS.filter((product) => product.id === id)
  return (sameId.length === 1 ? sameId[0] : sameId.find((product) => product.name === name))?.type
}

/** Whether the browser means these very pieces, in these quantities, at these prices; their sequence is no matter. */
export function matchesOrder(pieces: readonly Piece[], lines: readonly OrderLineRow[]): boolean {
  return isSame(
    pieces,
    lines.map(({ type, productId, quantity, unitPrice }) => ({
      type,
      id: productId,
      quantity,
      price: unitPrice,
    })),
  )
}

export function matchesQuote(pieces: readonly Piece[], lines: readonly BuyableLine[]): boolean {
  return isSame(
    pieces,
    lines.map(({ key, quantity, unitPrice }) => ({ ...key, quantity, price: unitPrice })),
  )
}

export function hasDuplicates(pieces: readonly Piece[]): boolean {
  return new Set(pieces.map(skuOf)).size < pieces.length
}

function isSame(some: readonly Piece[], others: readonly Piece[]): boolean {
  return itemKey(some) === itemKey(others)
}

/** The same text for the same pieces in any sequence. */
export function itemKey(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => `${skuOf(piece)} ${piece.quantity} ${piece.price}`)
    .sort()
    .join('\n')
}
