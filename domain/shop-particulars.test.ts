import { describe, expect, test } from 'vitest'
import { issuesTaxDocuments, particularsErrors, sellerOf } from './shop-particulars.ts'
import { stateTaxName } from './tax.ts'

const SHOP = { street: '12, Bazaar Road, Uttam Nagar', gstin: '07AAACS1234F1ZU', areTaxesConfirmed: true }

test('documents name the street address of the shop, and its city alone before that is entered', () => {
  expect(sellerOf(SHOP)).toEqual({
    name: 'Swarnika Jewellers',
    address: '12, Bazaar Road, Uttam Nagar, New Delhi 110059',
    state: 'Delhi',
    gstin: '07AAACS1234F1ZU',
  })
  expect(sellerOf(null)).toMatchObject({ address: 'New Delhi 110059', gstin: null })
})

test('tax documents need a GSTIN and the word of the accountant', () => {
  expect(issuesTaxDocuments(SHOP)).toBe(true)
  expect(issuesTaxDocuments({ ...SHOP, gstin: null })).toBe(false)
  expect(issuesTaxDocuments({ ...SHOP, areTaxesConfirmed: false })).toBe(false)
  expect(issuesTaxDocuments(null)).toBe(false)
})

describe('what is entered', () => {
  test('may be without a GSTIN at first', () => {
    expect(particularsErrors(SHOP)).toEqual({})
    expect(particularsErrors({ ...SHOP, gstin: null, areTaxesConfirmed: false })).toEqual({})
  })

  test.each([
    ['no street', { street: '12' }, 'street', /building, street/],
    ['a GSTIN with a wrong character', { gstin: '07AAACS1234F1ZT' }, 'gstin', /one of them is wrong/],
    ['a GSTIN of another state', { gstin: '08AAACS1234F1ZS' }, 'gstin', /begins with 07/],
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
