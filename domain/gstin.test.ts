import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGstin, panOfGstin, stateOfGstin } from './gstin.ts'

const DELHI = '07AAACS1234F1ZU'
const RAJASTHAN = '08AAACS1234F1ZS'

describe('a GSTIN', () => {
  // Published examples, and those of the tests.
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', DELHI, RAJASTHAN])('%s is valid', (gstin) => {
    expect(isGstin(gstin)).toBe(true)
  })

  test.each([
    ['27AAPFU0939F1ZW', 'another check character'],
    ['27AAPFU0939F1Z', 'fourteen characters'],
    ['27aapfu0939f1zv', 'small letters'],
    ['27AAPFU0939F0ZV', 'registration number zero'],
    ['27AAPFU0939F1YV', 'no Z'],
    ['27AADFU0939F1ZV', 'a PAN of no kind of holder'],
    ['', 'nothing'],
  ])('%s is not: %s', (gstin) => {
    expect(isGstin(gstin)).toBe(false)
  })

  // Shows D42.gstin
  test('with any single character mistyped is invalid', () => {
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    fc.assert(
      fc.property(fc.constantFrom(DELHI, RAJASTHAN), fc.nat(14), character, (gstin, place, other) => {
        const mistyped = gstin.slice(0, place) + other + gstin.slice(place + 1)
        expect(isGstin(mistyped)).toBe(mistyped === gstin)
      }),
    )
  })

  test('contains the state and the PAN of the business', () => {
    expect([stateOfGstin(DELHI), stateOfGstin(RAJASTHAN)]).toEqual(['Delhi', 'Rajasthan'])
    expect(stateOfGstin('97AAACS1234F1ZL')).toBeNull()
    expect(panOfGstin(DELHI)).toBe('AAACS1234F')
  })
})
