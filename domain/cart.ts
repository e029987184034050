/**
 * A cart holds product keys and quantities, never prices: lines are priced from the catalogue each time (D8), so that a
 * stale tab or tampered storage cannot bring an old price into an order.
 */
import { subtract, ZERO, sum, multiply, type Paise } from './money.ts'
import type { FindProduct, PricedProduct } from './collection.ts'
import { availabilityOf, isSameProduct, type ProductKey } from './product.ts'
import type { Result } from './result.ts'
import { CART_LINES_MAX, FREE_SHIPPING_FROM, LINE_QUANTITY_MAX } from './shop.ts'

export interface CartLine extends ProductKey {
  readonly quantity: number
}
export type Cart = readonly CartLine[]

/** Browser and server apply the same changes, each to its own copy. */
export type CartChange =
  | { readonly do: 'add'; readonly product: ProductKey; readonly quantity: number }
  | { readonly do: 'set'; readonly product: ProductKey; readonly quantity: number }
  | { readonly do: 'remove'; readonly product: ProductKey }
  | { readonly do: 'empty' }
  /** At sign-in: adds the lines of this browser that the account's cart does not have (D23). */
  | { readonly do: 'merge'; readonly lines: Cart }

export function applyCartChange(cart: Cart, change: CartChange): Cart {
  switch (change.do) {
    case 'add':
      return addLine(cart, change.product, change.quantity)
    case 'set':
      return setQuantity(cart, change.product, change.quantity)
    case 'remove':
      return cart.filter((line) => !isSameProduct(line, change.product))
    case 'empty':
      return []
    case 'merge':
      return mergeCarts(cart, change.lines)
  }
}

function addLine(cart: Cart, product: ProductKey, quantity: number): Cart {
  const present = cart.find((line) => isSameProduct(line, product))
  if (present) return setQuantity(cart, product, present.quantity + quantity)
  if (cart.length >= CART_LINES_MAX) return cart
  return [...cart, { type: product.type, id: product.id, quantity: capQuantity(quantity) }]
}

/** Ignores quantities below 1 (`4.cart.quantity`). */
function setQuantity(cart: Cart, product: ProductKey, quantity: number): Cart {
  if (quantity < 1) return cart
  return cart.map((line) =>
    isSameProduct(line, product) ? { ...line, quantity: capQuantity(quantity) } : line,
  )
}

/** Idempotent. */
function mergeCarts(cart: Cart, lines: Cart): Cart {
  const missing = lines.filter((line) => !cart.some((present) => isSameProduct(present, line)))
  return missing.reduce((merged, line) => addLine(merged, line, line.quantity), cart)
}

function capQuantity(quantity: number): number {
  return Math.min(quantity, LINE_QUANTITY_MAX)
}

export function itemCount(cart: readonly Pick<CartLine, 'quantity'>[]): number {
  return cart.reduce((count, line) => count + line.quantity, 0)
}

/** Such a line stays visible, is not part of the total, and blocks checkout (D12). */
export type LineError = 'sold out' | 'no longer offered'

export type PricedLine =
  | {
      readonly key: ProductKey
      readonly quantity: number
      readonly product: PricedProduct
      readonly unitPrice: Paise
      /** By the special offer, over the whole line. */
      readonly saving: Paise
      readonly total: Paise
      readonly error: null
    }
  | {
      readonly key: ProductKey
      readonly quantity: number
      readonly product: PricedProduct | undefined
      readonly error: LineError
    }

export type BuyableLine = Extract<PricedLine, { error: null }>

export interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly buyable: readonly BuyableLine[]
  /** A line must be removed before checkout. */
  readonly isBlocked: boolean
  /** After special offers. */
  readonly subtotal: Paise
  readonly saving: Paise
}

export function priceCart(cart: Cart, find: FindProduct): PricedCart {
  const lines = cart.map((line) => priceLine(line, find))
  const buyable = lines.filter((line) => line.error === null)
  return {
    lines,
    buyable,
    isBlocked: buyable.length < lines.length,
    subtotal: sum(buyable.map((line) => line.total)),
    saving: sum(buyable.map((line) => line.saving)),
  }
}

function priceLine(line: CartLine, find: FindProduct): PricedLine {
  const { type, id, quantity } = line
  const key = { type, id }
  const product = find(key)
  if (!product || product.retired) return { key, quantity, product, error: 'no longer offered' }
  if (availabilityOf(product) === 'sold out') return { key, quantity, product, error: 'sold out' }
  const { amount, saving } = product.price
  return {
    key,
    quantity,
    product,
    unitPrice: amount,
    saving: multiply(saving, quantity),
    total: multiply(amount, quantity),
    error: null,
  }
}

export function shipsFree(subtotal: Paise): boolean {
  return subtotal >= FREE_SHIPPING_FROM
}

export function missingForFreeShipping(subtotal: Paise): Paise {
  return shipsFree(subtotal) ? ZERO : subtract(FREE_SHIPPING_FROM, subtotal)
}

/** The shopper pays the courier's rate only below the free-shipping threshold (D9). */
export function shippingCharge(subtotal: Paise, courierRate: Paise): Paise {
  return shipsFree(subtotal) ? ZERO : courierRate
}

export interface Quote {
  readonly lines: readonly BuyableLine[]
  readonly subtotal: Paise
  readonly saving: Paise
  readonly shipping: Paise
  readonly total: Paise
}

export type QuoteError = 'empty cart' | 'blocked cart'

export function quoteCart(cart: PricedCart, courierRate: Paise): Result<Quote, QuoteError> {
  if (cart.isBlocked) return { ok: false, error: 'blocked cart' }
  if (cart.subtotal <= 0) return { ok: false, error: 'empty cart' }
  const shipping = shippingCharge(cart.subtotal, courierRate)
  return {
    ok: true,
    value: {
      lines: cart.buyable,
      subtotal: cart.subtotal,
      saving: cart.saving,
      shipping,
      total: sum([cart.subtotal, shipping]),
    },
  }
}
