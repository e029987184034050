import { describe, expect, test } from 'vitest'
import { paise } from './money.ts'
import {
  maskPan,
  needsPan,
  TAX_IDENTITY_TEXTS as TEXTS,
  taxIdentityErrors,
  taxIdentityOf,
  type TypedTaxIdentity,
} from './tax-identity.ts'

const LARGE = paise(2_00_000_00)
const SMALL = paise(1_99_999_99)
const BUSINESS = { gstin: '08AAACS1234F1ZS', business_name: 'Suvarna Traders' }

const errorsOf = (typed: TypedTaxIdentity, { total = LARGE, state = 'Rajasthan', hasPan = false } = {}) =>
  taxIdentityErrors(typed, { total, state, hasPan })

describe('the PAN', () => {
  // Shows D42.pan
  test('is required from two lakh rupees, and not a paisa below', () => {
    expect([SMALL, LARGE].map(needsPan)).toEqual([false, true])
    expect(errorsOf({})).toEqual({ pan: TEXTS.panNeeded })
    expect(errorsOf({}, { total: SMALL })).toEqual({})
    expect(errorsOf({}, { hasPan: true })).toEqual({})
  })

  test.each(['ABCPE1234F', ' abcpe 1234 f ', 'AAACS-1234-F'])('“%s” is accepted', (pan) => {
    expect(errorsOf({ pan })).toEqual({})
  })

  test.each(['ABCPE1234', 'ABCPE12345', 'ABCDE1234F', '1BCPE1234F', 'ABCPE1234FF'])(
    '“%s” is not, also where the shop has one already',
    (pan) => {
      expect(errorsOf({ pan }, { hasPan: true })).toEqual({ pan: TEXTS.panInvalid })
    },
  )

  test('is neither checked nor stored if it is not required', () => {
    expect(errorsOf({ pan: 'x' }, { total: SMALL })).toEqual({})
    expect(taxIdentityOf({ pan: 'ABCPE1234F' }, SMALL)).toEqual({ pan: null, business: null })
    expect(taxIdentityOf({ pan: 'abcpe1234f' }, LARGE).pan).toBe('ABCPE1234F')
  })

  test('of a business is the one in its GSTIN', () => {
    expect(errorsOf(BUSINESS)).toEqual({})
    expect(errorsOf({ ...BUSINESS, pan: 'AAACS1234F' })).toEqual({})
    expect(errorsOf({ ...BUSINESS, pan: 'ABCPE1234F' })).toEqual({ pan: TEXTS.panOfAnother })
    expect(taxIdentityOf({ ...BUSINESS, pan: 'AAACS1234F' }, LARGE).pan).toBeNull()
  })

  test('is masked except for its first five characters and its last', () => {
    expect(maskPan('ABCPE1234F')).toBe('ABCPE****F')
  })
})

describe('a business', () => {
  test.each([
    [{ gstin: '08AAACS1234F1ZT' }, { gstin: TEXTS.gstinInvalid }],
    [{ gstin: '07AAACS1234F1ZU' }, { gstin: TEXTS.gstinOfAnotherState }],
    [{ gstin: '' }, { gstin: TEXTS.gstinMissing }],
    [{ business_name: ' ' }, { business_name: TEXTS.nameMissing }],
  ])('with %o has the errors %o', (change, errors) => {
    for (const total of [SMALL, LARGE])
      expect(errorsOf({ ...BUSINESS, ...change }, { total })).toEqual(errors)
  })

  test('needs an address in a state', () => {
    expect(errorsOf(BUSINESS, { state: 'Rajastan' })).toEqual({ gstin: TEXTS.gstinWithoutState })
  })
})
