import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  withStandardSizes,
  missingForFreeShipping,
  priceCart,
  quoteCart,
  shippingCharge,
  shipsFree,
} from './cart.ts'
import { applyCartChange, itemCount, type Cart, type CartChange } from './cart-changes.ts'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { paise, rupees, sum } from './money.ts'
import { lineKeyOf, type LineKey } from './sizes.ts'
import { sizesOf } from './size-range.ts'

const earring: LineKey = { type: 'tops', id: 1, size: '' }
const anklet: LineKey = { type: 'anklet', id: 1, size: '' }
const ring: LineKey = { type: 'rings', id: 801, size: '12' }
const wideRing: LineKey = { ...ring, size: '14' }
const soldOutRing: LineKey = { type: 'rings', id: 808, size: '12' }
const madeToOrderSet: LineKey = { type: 'sets', id: 904, size: '' }

// Shows D1.key, 3.cart.item
test('a cart keeps an earring and an anklet of the same id in two lines', () => {
  const cart = [earring, anklet].reduce<Cart>(
    (lines, product) => applyCartChange(lines, { do: 'add', product, quantity: 1 }),
    [],
  )
  expect(cart).toEqual([
    { ...earring, quantity: 1 },
    { ...anklet, quantity: 1 },
  ])
})

// Shows 4.cart.add
test('adding a product again increases its quantity and keeps its place', () => {
  const cart: Cart = [
    { ...earring, quantity: 2 },
    { ...anklet, quantity: 1 },
  ]
  expect(applyCartChange(cart, { do: 'add', product: earring, quantity: 1 })).toEqual([
    { ...earring, quantity: 3 },
    { ...anklet, quantity: 1 },
  ])
})

// Shows 4.cart.quantity
test('ignores a quantity below one', () => {
  const cart: Cart = [{ ...earring, quantity: 1 }]
  expect(applyCartChange(cart, { do: 'set', product: earring, quantity: 0 })).toEqual(cart)
  expect(applyCartChange(cart, { do: 'set', product: earring, quantity: -3 })).toEqual(cart)
})

test('a cart limits a line to a quantity of 99', () => {
  const cart: Cart = [{ ...earring, quantity: 99 }]
  expect(itemCount(applyCartChange(cart, { do: 'add', product: earring, quantity: 5 }))).toBe(99)
})

test('setting the quantity of a product that is not in the cart adds nothing', () => {
  expect(applyCartChange([], { do: 'set', product: earring, quantity: 4 })).toEqual([])
})

// Shows 4.cart.remove
test('a cart removes the product of that type only', () => {
  const cart: Cart = [
    { ...earring, quantity: 1 },
    { ...anklet, quantity: 1 },
  ]
  expect(applyCartChange(cart, { do: 'remove', product: anklet })).toEqual([{ ...earring, quantity: 1 }])
})

// Shows 4.cart.empty
test('emptying removes every line', () => {
  const cart: Cart = [
    { ...earring, quantity: 2 },
    { ...anklet, quantity: 1 },
  ]
  expect(applyCartChange(cart, { do: 'clear' })).toEqual([])
})

// Shows 4.lists.merge
test('a merge adds missing lines and keeps quantities', () => {
  const account: Cart = [{ ...earring, quantity: 1 }]
  const browser: Cart = [
    { ...earring, quantity: 5 },
    { ...anklet, quantity: 2 },
  ]
  expect(applyCartChange(account, { do: 'merge', lines: browser })).toEqual([
    { ...earring, quantity: 1 },
    { ...anklet, quantity: 2 },
  ])
})

// Shows D40.line
test('adds another size of a ring as another line', () => {
  const cart = [ring, wideRing, ring].reduce<Cart>(
    (lines, product) => applyCartChange(lines, { do: 'add', product, quantity: 1 }),
    [],
  )
  expect(cart).toEqual([
    { ...ring, quantity: 2 },
    { ...wideRing, quantity: 1 },
  ])
  expect(applyCartChange(cart, { do: 'remove', product: ring })).toEqual([{ ...wideRing, quantity: 1 }])
})

describe('another size for a line', () => {
  const cart: Cart = [
    { ...earring, quantity: 1 },
    { ...ring, quantity: 2 },
    { ...wideRing, quantity: 1 },
  ]

  // Shows D39.cart
  test('keeps its place and quantity', () => {
    expect(applyCartChange(cart, { do: 'resize', product: ring, size: '10' })).toEqual([
      { ...earring, quantity: 1 },
      { ...ring, size: '10', quantity: 2 },
      { ...wideRing, quantity: 1 },
    ])
  })

  // Shows D39.cart
  test('merges with the line that already has the size', () => {
    const [first] = cart
    expect(applyCartChange(cart, { do: 'resize', product: ring, size: '14' })).toEqual([
      first,
      { ...wideRing, quantity: 3 },
    ])
    expect(applyCartChange(cart, { do: 'resize', product: wideRing, size: '12' })).toEqual([
      first,
      { ...ring, quantity: 3 },
    ])
  })

  test('changes nothing if it is the same size or the line is gone', () => {
    expect(applyCartChange(cart, { do: 'resize', product: ring, size: '12' })).toBe(cart)
    expect(applyCartChange(cart, { do: 'resize', product: soldOutRing, size: '14' })).toBe(cart)
  })
})

describe('a cart that predates sizes', () => {
  const { find } = OPENING_COLLECTION

  // Shows D39.before
  test('gets the standard sizes, and one line per size', () => {
    const cart: Cart = [
      { ...ring, size: '', quantity: 2 },
      { ...earring, quantity: 1 },
      { ...ring, quantity: 1 },
      { type: 'chains', id: 302, size: '', quantity: 1 },
    ]
    expect(withStandardSizes(cart, find)).toEqual([
      { ...ring, quantity: 3 },
      { ...earring, quantity: 1 },
      { type: 'chains', id: 302, size: '20', quantity: 1 },
    ])
    expect(priceCart(cart, find).lines.map(({ key }) => key.size)).toEqual(['12', '', '20'])
  })

  test('is returned unchanged once it has them', () => {
    const cart: Cart = [
      { ...wideRing, quantity: 1 },
      { ...anklet, quantity: 1 },
    ]
    expect(withStandardSizes(cart, find)).toBe(cart)
  })
})

test('a size that is no longer offered blocks checkout', () => {
  const priced = priceCart([{ ...ring, size: '30', quantity: 1 }], OPENING_COLLECTION.find)
  expect(priced.lines[0]?.error).toBe('no longer offered')
  expect(priced.isBlocked).toBe(true)
})

// Shows D39.price
test('all sizes of a product cost the same', () => {
  for (const product of OPENING_COLLECTION.products) {
    const { type, id } = product
    const cart = sizesOf(product).map((size) => ({ type, id, size, quantity: 1 }))
    const { lines } = priceCart(cart, () => ({ ...product, inStock: true }))
    for (const line of lines) expect(line).toMatchObject({ error: null, unitPrice: product.price.amount })
  }
})

const key: fc.Arbitrary<LineKey> = fc.constantFrom(
  earring,
  anklet,
  ring,
  wideRing,
  soldOutRing,
  madeToOrderSet,
)
const line = fc
  .tuple(key, fc.integer({ min: 1, max: 99 }))
  .map(([product, quantity]) => ({ ...product, quantity }))
const change: fc.Arbitrary<CartChange> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), product: key, quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('set' as const), product: key, quantity: fc.integer({ min: -1, max: 120 }) }),
  fc.record({
    do: fc.constant('resize' as const),
    product: fc.constantFrom(ring, wideRing),
    size: fc.constantFrom('10', '12', '14'),
  }),
  fc.record({ do: fc.constant('remove' as const), product: key }),
  fc.record({ do: fc.constant('merge' as const), lines: fc.array(line, { maxLength: 4 }) }),
)
const cart = fc.array(change, { maxLength: 20 }).map((changes) => changes.reduce<Cart>(applyCartChange, []))

test('after any changes, the cart has each product once per size, with a quantity from 1 to 99', () => {
  fc.assert(
    fc.property(cart, (lines) => {
      const keys = lines.map(lineKeyOf)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { quantity } of lines) expect(quantity >= 1 && quantity <= 99).toBe(true)
    }),
  )
})

test('merging is idempotent', () => {
  fc.assert(
    fc.property(cart, cart, (account, browser) => {
      const once = applyCartChange(account, { do: 'merge', lines: browser })
      expect(applyCartChange(once, { do: 'merge', lines: browser })).toEqual(once)
    }),
  )
})

test('multiplies unit price by quantity, and sums the lines', () => {
  // rings/830: 5 g of yellow gold, ₹41,245.00 (computed in price.test.ts). anklet/1: ₹7,250.00, fixed.
  const priced = priceCart(
    [
      { type: 'rings', id: 830, size: '12', quantity: 2 },
      { ...anklet, quantity: 1 },
    ],
    OPENING_COLLECTION.find,
  )
  expect(priced.buyable.map(({ total }) => total)).toEqual([rupees(82_490), rupees(7250)])
  expect(priced.subtotal).toBe(rupees(89_740))
  expect(priced.isBlocked).toBe(false)
})

// Shows D12.blocked
test('a sold-out product stays visible, is not in the subtotal, and blocks checkout', () => {
  const priced = priceCart(
    [
      { ...soldOutRing, quantity: 1 },
      { ...anklet, quantity: 1 },
    ],
    OPENING_COLLECTION.find,
  )
  expect(priced.lines.map(({ error }) => error)).toEqual(['sold out', null])
  expect(priced.subtotal).toBe(rupees(7250))
  expect(quoteCart(priced, rupees(80))).toEqual({ ok: false, error: 'blocked cart' })
})

// Shows D11.availability
test('a made-to-order product can be bought', () => {
  const priced = priceCart([{ ...madeToOrderSet, quantity: 1 }], OPENING_COLLECTION.find)
  expect(priced.isBlocked).toBe(false)
})

// Shows D12.blocked
test('a product that the collection no longer has blocks checkout', () => {
  const priced = priceCart([{ type: 'rings', id: 999, size: '12', quantity: 1 }], OPENING_COLLECTION.find)
  expect(priced.lines[0]?.error).toBe('no longer offered')
  expect(priced.isBlocked).toBe(true)
})

test('an empty cart has no quote', () => {
  expect(quoteCart(priceCart([], OPENING_COLLECTION.find), rupees(80))).toEqual({
    ok: false,
    error: 'empty cart',
  })
})

// Shows 9.free-shipping, D9.free
test('shipping is free from ₹5,000.00, and the courier’s rate one paisa below', () => {
  expect(shipsFree(rupees(5000))).toBe(true)
  expect(shippingCharge(rupees(5000), rupees(86.4))).toBe(0)
  expect(shippingCharge(paise(499_999), rupees(86.4))).toBe(rupees(86.4))
  expect(missingForFreeShipping(paise(499_999))).toBe(1)
  expect(missingForFreeShipping(rupees(7000))).toBe(0)
})

// Shows D9.below
test('adds the courier’s rate below the free-shipping threshold', () => {
  // rings/815: 4.5 g of silver at ₹100, plus 13%: ₹508.50.
  const quoted = quoteCart(
    priceCart([{ type: 'rings', id: 815, size: '12', quantity: 1 }], OPENING_COLLECTION.find),
    rupees(57.2),
  )
  expect(quoted).toMatchObject({
    ok: true,
    value: { subtotal: rupees(508.5), shipping: rupees(57.2), total: rupees(565.7) },
  })
})

test('the total of any cart is the sum of its lines and its shipping', () => {
  fc.assert(
    fc.property(cart, fc.integer({ min: 0, max: 50_000 }), (lines, rate) => {
      const quoted = quoteCart(priceCart(lines, OPENING_COLLECTION.find), paise(rate))
      if (!quoted.ok) return
      const { lines: bought, shipping, total } = quoted.value
      expect(total).toBe(sum([...bought.map((each) => each.total), shipping]))
    }),
  )
})

// Shows D10.offer
test('multiplies the saving of the special offer by the quantity', () => {
  // rings/829: 3 g of silver plus 13% is ₹339.00; 20% off is ₹67.80, twice ₹135.60.
  const priced = priceCart([{ type: 'rings', id: 829, size: '12', quantity: 2 }], OPENING_COLLECTION.find)
  expect(priced.saving).toBe(rupees(135.6))
  expect(priced.subtotal).toBe(rupees(542.4))
})
