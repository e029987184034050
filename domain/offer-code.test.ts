import { describe, expect, test } from 'vitest'
import { priceCart } from './cart.ts'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { paise } from './money.ts'
import {
  normalizeOfferCode,
  offerCodeState,
  offerTermsText,
  withOfferCode,
  type OfferCodeTerms,
} from './offer-code.ts'
import { priceOf } from './price.ts'
import { skuOf, type ProductKey } from './product.ts'

const RING: ProductKey = { type: 'rings', id: 801 }
const CHAIN: ProductKey = { type: 'chains', id: 301 }
const { products, rates } = OPENING_COLLECTION

const terms = (changes: Partial<OfferCodeTerms> = {}): OfferCodeTerms => ({
  code: 'DIWALI10',
  percent: 10,
  on: 'price',
  appliesTo: [],
  ...changes,
})
const cartOfKeys = (...keys: readonly ProductKey[]) =>
  priceCart(
    keys.map((key) => ({ ...key, size: '', quantity: 2 })),
    OPENING_COLLECTION.find,
  )

describe('an offer code', () => {
  test('lowers the price of each piece, and with it line, saving and subtotal', () => {
    const before = cartOfKeys(RING)
    const after = withOfferCode(before, terms())
    const [line] = after.buyable
    const price = OPENING_COLLECTION.find(RING)?.price.listPrice ?? 0
    const off = Math.round(price / 10)
    expect(line?.unitPrice).toBe(price - off)
    expect(line?.total).toBe(2 * (price - off))
    expect(after.subtotal).toBe(line?.total)
    expect(after.saving).toBe(2 * off)
    expect(line?.product.price).toMatchObject({ offerPercent: 10, offerOn: 'price', offerCode: 'DIWALI10' })
  })

  test('on making charges reduces nothing else, and no fixed price', () => {
    const all = products.filter(({ inStock }) => inStock)
    const after = withOfferCode(cartOfKeys(...all), terms({ on: 'making charge', percent: 100 }))
    for (const { product } of after.buyable) {
      const { listPrice, breakup, offerCode, amount } = product.price
      if (offerCode !== undefined) expect(amount).toBe(listPrice - (breakup?.makingCharge ?? 0))
      else expect(product.price).toEqual(OPENING_COLLECTION.find(product)?.price)
    }
    expect(after.buyable.some(({ product }) => product.price.breakup === null)).toBe(true)
    expect(after.buyable.some(({ product }) => product.price.offerCode !== undefined)).toBe(true)
  })

  // Shows D51.lower
  test('and a special offer do not add up: each piece has the lower price', () => {
    const onOffer = products.find((product) => product.onOffer && product.inStock)
    if (!onOffer) throw new Error('Nothing is on offer')
    const before = cartOfKeys(onOffer)
    const { offerPercent } = rates
    const lower = withOfferCode(before, terms({ percent: offerPercent + 5 }))
    const { onOffer: _, ...plain } = onOffer
    const withoutOffer = priceOf(plain, rates)
    expect(lower.buyable[0]?.unitPrice).toBe(
      withoutOffer.amount - Math.round((withoutOffer.amount * (offerPercent + 5)) / 100),
    )
    expect(withOfferCode(before, terms({ percent: offerPercent - 1 }))).toEqual(before)
    expect(withOfferCode(before, terms({ percent: offerPercent }))).toEqual(before)
  })

  test('applies to the types and pieces that it names', () => {
    const before = cartOfKeys(RING, CHAIN)
    const codesOf = (appliesTo: OfferCodeTerms['appliesTo']) =>
      withOfferCode(before, terms({ appliesTo })).buyable.map(({ product }) => product.price.offerCode)
    expect(codesOf(['rings'])).toEqual(['DIWALI10', undefined])
    expect(codesOf([skuOf(CHAIN)])).toEqual([undefined, 'DIWALI10'])
    expect(codesOf(['chains', 'rings-801'])).toEqual(['DIWALI10', 'DIWALI10'])
    expect(codesOf(['rings-802'])).toEqual([undefined, undefined])
  })

  test('ignores pieces that cannot be bought', () => {
    const soldOut = products.find(({ type, inStock }) => type === 'gems' && !inStock)
    const before = cartOfKeys(soldOut ?? { type: 'rings', id: 99_999 }, { type: 'rings', id: 99_999 })
    expect(withOfferCode(before, terms())).toEqual(before)
  })

  test('never raises a price, and makes no piece free', () => {
    const all = cartOfKeys(...products)
    for (const on of ['price', 'making charge'] as const)
      for (const percent of [1, 7, 33, 50]) {
        const after = withOfferCode(all, terms({ on, percent }))
        after.buyable.forEach((line, at) => {
          expect(line.unitPrice).toBeLessThanOrEqual(all.buyable[at]?.unitPrice ?? 0)
          expect(line.unitPrice).toBeGreaterThan(paise(0))
        })
      }
  })
})

test('a code is recognised however it is typed', () => {
  expect(normalizeOfferCode(' diwali-10 ')).toBe('DIWALI10')
})

test('terms are stated in words', () => {
  expect(offerTermsText(terms())).toBe('10% off')
  expect(offerTermsText(terms({ appliesTo: ['rings', 'chains'] }))).toBe('10% off rings and chains')
  expect(offerTermsText(terms({ appliesTo: ['tops', 'rings-801', 'rings-802'] }))).toBe(
    '10% off earrings and selected pieces',
  )
  expect(offerTermsText(terms({ on: 'making charge', appliesTo: ['rings'] }))).toBe(
    '10% off the making charges of rings',
  )
})

test('a code is valid from its first moment until before its last', () => {
  const [from, until] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-08T00:00:00Z')]
  const stateAt = (time: string) => offerCodeState({ validFrom: from, validUntil: until }, new Date(time))
  expect(stateAt('2026-10-31T23:59:59Z')).toBe('scheduled')
  expect(stateAt('2026-11-01T00:00:00Z')).toBe('running')
  expect(stateAt('2026-11-07T23:59:59Z')).toBe('running')
  expect(stateAt('2026-11-08T00:00:00Z')).toBe('ended')
  expect(offerCodeState({ validFrom: from, validUntil: null }, until)).toBe('running')
})
