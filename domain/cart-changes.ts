/** The lines of a cart and their changes. Separate from the prices (cart.ts), which browsers load later. */
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from './limits.ts'
import { isSameLine, type LineKey } from './sizes.ts'

export interface CartLine extends LineKey {
  readonly quantity: number
}
export type Cart = readonly CartLine[]

/** Browser and server apply the same changes, each to its own copy. */
export type CartChange =
  | { readonly do: 'add'; readonly product: LineKey; readonly quantity: number }
  | { readonly do: 'set'; readonly product: LineKey; readonly quantity: number }
  | { readonly do: 'resize'; readonly product: LineKey; readonly size: string }
  | { readonly do: 'remove'; readonly product: LineKey }
  | { readonly do: 'clear' }
  /** At sign-in: adds the lines of this browser that the account's cart lacks (D23). */
  | { readonly do: 'merge'; readonly lines: Cart }

export function applyCartChange(cart: Cart, change: CartChange): Cart {
  switch (change.do) {
    case 'add':
      return addLine(cart, change.product, change.quantity)
    case 'set':
      return setQuantity(cart, change.product, change.quantity)
    case 'resize':
      return resizeLine(cart, change.product, change.size)
    case 'remove':
      return cart.filter((line) => !isSameLine(line, change.product))
    case 'clear':
      return []
    case 'merge':
      return mergeCarts(cart, change.lines)
  }
}

function addLine(cart: Cart, lineKey: LineKey, quantity: number): Cart {
  const present = cart.find((line) => isSameLine(line, lineKey))
  if (present) return setQuantity(cart, lineKey, present.quantity + quantity)
  if (cart.length >= CART_LINES_MAX) return cart
  return [
    ...cart,
    { type: lineKey.type, id: lineKey.id, size: lineKey.size, quantity: capQuantity(quantity) },
  ]
}

/** Ignores quantities below 1 (`4.cart.quantity`). */
function setQuantity(cart: Cart, lineKey: LineKey, quantity: number): Cart {
  if (quantity < 1) return cart
  return cart.map((line) => (isSameLine(line, lineKey) ? { ...line, quantity: capQuantity(quantity) } : line))
}

/** The line keeps its position, and merges with an existing line of the new size. */
function resizeLine(cart: Cart, lineKey: LineKey, size: string): Cart {
  const resized = { type: lineKey.type, id: lineKey.id, size }
  const line = cart.find((present) => isSameLine(present, lineKey))
  const taken = cart.find((present) => isSameLine(present, resized))
  if (!line || line === taken) return cart
  const quantity = capQuantity(line.quantity + (taken?.quantity ?? 0))
  return cart.flatMap((present) => {
    if (present === taken) return []
    return present === line ? { ...resized, quantity } : present
  })
}

/** Idempotent. */
function mergeCarts(cart: Cart, lines: Cart): Cart {
  const missing = lines.filter((line) => !cart.some((present) => isSameLine(present, line)))
  return missing.reduce((merged, line) => addLine(merged, line, line.quantity), cart)
}

function capQuantity(quantity: number): number {
  return Math.min(quantity, LINE_QUANTITY_MAX)
}

export function itemCount(cart: readonly Pick<CartLine, 'quantity'>[]): number {
  return cart.reduce((count, line) => count + line.quantity, 0)
}
