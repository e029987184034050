import type { CheckoutItem } from '#contract/checkout.ts'
import type { BuyableLine } from '#domain/cart.ts'
import { skuOf } from '#domain/product.ts'
import type { OrderLineRow } from './orders.ts'

/** Whether the browser means these very pieces, in these quantities, at these prices; their sequence is no matter. */
export function isSameAsOrdered(items: readonly CheckoutItem[], lines: readonly OrderLineRow[]): boolean {
  return isSame(
    items,
    lines.map(({ type, productId, quantity, unitPrice }) => ({
      type,
      id: productId,
      quantity,
      price: unitPrice,
    })),
  )
}

export function isSameAsPriced(items: readonly CheckoutItem[], lines: readonly BuyableLine[]): boolean {
  return isSame(
    items,
    lines.map(({ key, quantity, unitPrice }) => ({ ...key, quantity, price: unitPrice })),
  )
}

export function hasRepeats(items: readonly CheckoutItem[]): boolean {
  return new Set(items.map(skuOf)).size < items.length
}

type Piece = Pick<CheckoutItem, 'type' | 'id' | 'quantity' | 'price'>

function isSame(some: readonly Piece[], others: readonly Piece[]): boolean {
  return written(some) === written(others)
}

function written(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => `${skuOf(piece)} ${piece.quantity} ${piece.price}`)
    .sort()
    .join('\n')
}
