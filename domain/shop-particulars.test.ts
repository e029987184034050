import { describe, expect, test } from 'vitest'
import {
  contactOf,
  INITIAL_PARTICULARS,
  issuesTaxDocuments,
  particularsErrors,
  returnLabel,
  sellerOf,
} from './shop-particulars.ts'
import { stateTaxName } from './tax.ts'

const SHOP = {
  ...INITIAL_PARTICULARS,
  street: '12, Bazaar Road, Uttam Nagar',
  gstin: '07AAACS1234F1ZU',
  areTaxesConfirmed: true,
}

test('documents name the shop’s street address, or only its city before that is entered', () => {
  expect(sellerOf(SHOP)).toEqual({
    name: 'Swarnika Jewellers',
    address: '12, Bazaar Road, Uttam Nagar, New Delhi 110059',
    state: 'Delhi',
    gstin: '07AAACS1234F1ZU',
  })
  expect(sellerOf(null)).toMatchObject({ address: 'New Delhi 110059', gstin: null })
})

test('documents have the registered name and address, e-mails and labels the contact details', () => {
  const moved = {
    ...SHOP,
    legalName: 'Swarnika Jewels Private Limited',
    city: 'Delhi',
    pincode: '110006',
    phone: '+91 98100 12345',
    email: 'hello@swarnika.example',
  }
  expect(sellerOf(moved)).toMatchObject({
    name: 'Swarnika Jewels Private Limited',
    address: '12, Bazaar Road, Uttam Nagar, Delhi 110006',
  })
  expect(contactOf(moved)).toEqual({
    city: 'Delhi',
    phone: '+91 98100 12345',
    email: 'hello@swarnika.example',
  })
  expect(returnLabel(moved, 'SJ-1').split('\n')).toEqual([
    'Swarnika Jewellers',
    'Returns, order SJ-1',
    '12, Bazaar Road, Uttam Nagar, Delhi 110006',
    'India',
    '+91 98100 12345',
  ])
  expect(contactOf(null)).toEqual({
    city: 'New Delhi',
    phone: '+91 11 5550 1995',
    email: 'care@swarnika.example',
  })
})

test('tax documents need a GSTIN and the accountant’s confirmation', () => {
  expect(issuesTaxDocuments(SHOP)).toBe(true)
  expect(issuesTaxDocuments({ ...SHOP, gstin: null })).toBe(false)
  expect(issuesTaxDocuments({ ...SHOP, areTaxesConfirmed: false })).toBe(false)
  expect(issuesTaxDocuments(null)).toBe(false)
})

describe('the input', () => {
  test.each(['+91 11 5550 1995', '011-5550 1995', '98100 12345', '(011) 55501995', '1800 123 4567'])(
    'may have the phone number %s',
    (phone) => expect(particularsErrors({ ...SHOP, phone })).toEqual({}),
  )

  test('may have no GSTIN at first', () => {
    expect(particularsErrors(SHOP)).toEqual({})
    expect(particularsErrors({ ...SHOP, gstin: null, areTaxesConfirmed: false })).toEqual({})
  })

  test.each([
    ['no street', { street: '12' }, 'street', /building, street/],
    ['a GSTIN with a wrong character', { gstin: '07AAACS1234F1ZT' }, 'gstin', /one of them is wrong/],
    ['a GSTIN of another state', { gstin: '08AAACS1234F1ZS' }, 'gstin', /begins with 07/],
    ['no legal name', { legalName: '' }, 'legalName', /registration/],
    ['no city', { city: '' }, 'city', /Enter the city/],
    ['a pincode of five digits', { pincode: '11005' }, 'pincode', /six digits/],
    ['a pincode that begins with 0', { pincode: '010059' }, 'pincode', /six digits/],
    ['a pincode of another state', { pincode: '400001' }, 'pincode', /400001 lies in Maharashtra/],
    ['a phone number that is too short', { phone: '5550 1995' }, 'phone', /ten digits/],
    ['a phone number of another country', { phone: '+1 415 555 0199' }, 'phone', /Indian number/],
    ['confirmed taxes without a GSTIN', { gstin: null }, 'gstin', /Enter the GSTIN/],
  ] as const)('with %s is rejected beside its field', (_, wrong, field, text) => {
    expect(particularsErrors({ ...SHOP, ...wrong })[field]).toMatch(text)
  })
})

test('the state’s half of the tax is SGST, and UTGST in a union territory without a legislature', () => {
  expect(
    ['Delhi', 'Puducherry', 'Jammu and Kashmir', 'Kerala'].map((state) => stateTaxName(state as 'Delhi')),
  ).toEqual(['SGST', 'SGST', 'SGST', 'SGST'])
  expect(['Chandigarh', 'Ladakh', 'Lakshadweep'].map((state) => stateTaxName(state as 'Ladakh'))).toEqual([
    'UTGST',
    'UTGST',
    'UTGST',
  ])
})
