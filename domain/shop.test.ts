import { expect, test } from 'vitest'
import { OPENING_RATES } from './catalogue/opening.ts'
import * as limits from './limits.ts'
import * as screen from './screen.ts'
import * as shop from './shop.ts'

// Shows 1.since, D3.shop
test('the shop has its name, city and year', () => {
  expect(shop.SHOP).toMatchObject({
    name: 'Swarnika Jewellers',
    city: 'New Delhi',
    since: 1995,
    phone: '+91 11 5550 1995',
    email: 'care@swarnika.example',
  })
})

// Shows 9.rates, D30.percentages
test('the shop has the required rates per gram, and 13% as 7% and 6%', () => {
  expect(OPENING_RATES.perGram).toEqual({
    gold: 730_000,
    gold18k: 600_000,
    silver: 10_000,
    platinum: 520_000,
    copper: 1_300,
  })
  expect(OPENING_RATES.diamondPerGram).toBe(7_500_000)
  expect([shop.MAKING_CHARGE_PERCENT, shop.GST_PERCENT]).toEqual([7, 6])
})

// Shows 9.free-shipping, 9.pickup, 9.weight, 9.lengths, 9.screen
test('the shop has the required terms, limits and sizes of the screen', () => {
  expect({ ...shop }).toMatchObject({
    FREE_SHIPPING_FROM: 500_000,
    PICKUP_PINCODE: '110059',
    MIN_SHIPMENT_WEIGHT_MG: 500_000,
    BANGLE_RUPEES_PER_DOLLAR: 75,
    CURRENCY: 'INR',
  })
  expect({ ...limits }).toMatchObject({ PINCODE_LENGTH: 6, PHONE_LENGTH_MIN: 10, PASSWORD_LENGTH_MIN: 6 })
  expect({ ...screen }).toEqual({
    SEARCH_SUGGESTIONS_MAX: 8,
    CAROUSEL_PICTURES: 14,
    CAROUSEL_INTERVAL_MS: 3000,
    TOAST_DURATION_MS: 3000,
    ZOOM_FACTOR: 1.4,
    RATING_SCALE: 5,
  })
})
