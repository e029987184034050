import { expect, test } from 'vitest'
import { carats, grams } from './product.ts'
import {
  CHECKOUT_MESSAGES,
  missingCheckoutFields,
  inKilograms,
  isPincode,
  shipmentWeightMg,
  type ShippingAddress,
} from './shipping.ts'

const address: ShippingAddress = {
  name: 'Asha Verma',
  address: '14 Ajmal Khan Road, Karol Bagh',
  city: 'New Delhi',
  state: 'Delhi',
  pincode: '110005',
  phone: '9811012345',
  email: 'asha@example.in',
}

// Shows 9.weight, D29.weight
test('a 12 g ring is a parcel of half a kilogram', () => {
  const weightMg = shipmentWeightMg([{ product: { weightMg: grams(12) }, quantity: 1 }])
  expect(inKilograms(weightMg)).toBe(0.5)
})

// Shows D29.weight
test('beyond half a kilogram weight is grams times quantity', () => {
  const weightMg = shipmentWeightMg([
    { product: { weightMg: grams(310) }, quantity: 2 },
    { product: { weightMg: carats(2) }, quantity: 1 },
  ])
  // 2 × 310 g and 2 ct of 0.2 g each: 620.4 g.
  expect(inKilograms(weightMg)).toBe(0.6204)
})

// Shows 5.checkout.enabled
test('a complete address with a courier has no missing fields', () => {
  expect(missingCheckoutFields(address, 43)).toEqual([])
})

// Shows 5.checkout.gaps
test('the check of an address lists missing fields in the required order', () => {
  const blank = { name: ' ', address: '', city: '', state: '', pincode: '', phone: '', email: '' }
  expect(missingCheckoutFields(blank, null).map((field) => CHECKOUT_MESSAGES[field])).toEqual([
    'Name is required',
    'Address is required',
    'City is required',
    'State is required',
    'Pincode is required',
    'Phone number is required',
    'Please select a shipping method',
  ])
})

// Shows 5.checkout.enabled, 9.lengths
test('requires six characters of a pincode and ten of a phone number', () => {
  expect(missingCheckoutFields({ ...address, pincode: '11000', phone: '981101234' }, 43)).toEqual([
    'pincode',
    'phone',
  ])
  expect(missingCheckoutFields({ ...address, pincode: '110005', phone: '9811012345' }, 43)).toEqual([])
})

test('a pincode has six digits and does not begin with 0', () => {
  expect(isPincode('110059')).toBe(true)
  expect(isPincode('010059')).toBe(false)
  expect(isPincode('11005')).toBe(false)
  expect(isPincode('11005a')).toBe(false)
})
