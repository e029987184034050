/**
 * A cart holds line keys and quantities, never prices: lines are priced from the collection each time (D8), so that a
 * stale tab or tampered storage cannot bring an old price into an order.
 */
import { applyCartChange, type Cart, type CartLine } from './cart-changes.ts'
import { subtract, ZERO, sum, multiply, type Paise } from './money.ts'
import type { FindProduct, PricedProduct } from './collection.ts'
import { availabilityOf } from './product.ts'
import type { Result } from './result.ts'
import { FREE_SHIPPING_FROM } from './shop.ts'
import { comesInSize, sizeOrStandard } from './size-range.ts'
import type { LineKey } from './sizes.ts'
import { MINUTE_MS } from './time.ts'

/** Such a line stays visible, is excluded from the total, and blocks checkout (D12). */
export type LineError = 'sold out' | 'no longer offered'

export type PricedLine =
  | {
      readonly key: LineKey
      readonly quantity: number
      readonly product: PricedProduct
      readonly unitPrice: Paise
      /** The saving of the special offer on the whole line. */
      readonly saving: Paise
      readonly total: Paise
      readonly error: null
    }
  | {
      readonly key: LineKey
      readonly quantity: number
      readonly product: PricedProduct | undefined
      readonly error: LineError
    }

export type BuyableLine = Extract<PricedLine, { error: null }>

export interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly buyable: readonly BuyableLine[]
  /** Whether a line must be removed before checkout. */
  readonly isBlocked: boolean
  /** The sum of the lines after special offers. */
  readonly subtotal: Paise
  readonly saving: Paise
}

export function priceCart(cart: Cart, find: FindProduct): PricedCart {
  return cartOf(withStandardSizes(cart, find).map((line) => priceLine(line, find)))
}

/** Includes the sums of the lines. */
export function cartOf(lines: readonly PricedLine[]): PricedCart {
  const buyable = lines.filter((line) => line.error === null)
  return {
    lines,
    buyable,
    isBlocked: buyable.length < lines.length,
    subtotal: sum(buyable.map((line) => line.total)),
    saving: sum(buyable.map((line) => line.saving)),
  }
}

/** Adds the standard size to lines without a size; returns the same cart if every line has one. */
export function withStandardSizes(cart: Cart, find: FindProduct): Cart {
  const isComplete = cart.every((line) => line.size === sizeOrStandard(line, find))
  if (isComplete) return cart
  return cart.reduce<Cart>((sized, { type, id, size, quantity }) => {
    const product = { type, id, size: sizeOrStandard({ type, id, size }, find) }
    return applyCartChange(sized, { do: 'add', product, quantity })
  }, [])
}

function priceLine(line: CartLine, find: FindProduct): PricedLine {
  const { type, id, size, quantity } = line
  const key = { type, id, size }
  const product = find(key)
  if (!product || product.retired || !comesInSize(product, size))
    return { key, quantity, product, error: 'no longer offered' }
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

/** How long prices stay valid even if they rise, pieces and offer codes stay reserved, and the payment dialog stays open. */
export const QUOTE_VALID_MS = 15 * MINUTE_MS

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
