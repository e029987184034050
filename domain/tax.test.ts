import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION } from './catalogue/opening.ts'
import { paise, rupees, sum } from './money.ts'
import { stateNamed, taxClassOf, taxWithin } from './tax.ts'

// Shows D38.paper-tax
describe('The tax within a total', () => {
  test('of ₹10,300.00 at 3% between two states is ₹300.00 of IGST', () => {
    expect(taxWithin(rupees(10_300), 3, false)).toEqual({
      taxableValue: rupees(10_000),
      cgst: 0,
      sgst: 0,
      igst: rupees(300),
    })
  })

  test('of ₹10,300.00 at 3% within a state is ₹150.00 of CGST and as much of SGST', () => {
    expect(taxWithin(rupees(10_300), 3, true)).toEqual({
      taxableValue: rupees(10_000),
      cgst: rupees(150),
      sgst: rupees(150),
      igst: 0,
    })
  })

  test('of ₹9,600.00 at 0.25% is ₹23.94', () => {
    expect(taxWithin(rupees(9600), 0.25, false).igst).toBe(2394)
  })

  test('is rounded half-up to the paisa: each half of the 3 paise within ₹1.03 is 2', () => {
    expect(taxWithin(paise(103), 3, false).igst).toBe(3)
    expect(taxWithin(paise(103), 3, true)).toMatchObject({ taxableValue: 99, cgst: 2, sgst: 2 })
  })

  const totals = fc.integer({ min: 1, max: 1_000_000_000_000 }).map(paise)
  const rates = fc.constantFrom(0.25, 1.5, 3, 5, 12, 18)

  test('adds up to the total, to the paisa, with equal halves', () => {
    fc.assert(
      fc.property(totals, rates, fc.boolean(), (total, rate, isWithinState) => {
        const { taxableValue, cgst, sgst, igst } = taxWithin(total, rate, isWithinState)
        expect(sum([taxableValue, cgst, sgst, igst])).toBe(total)
        expect(cgst).toBe(sgst)
        expect(isWithinState ? igst : cgst).toBe(0)
      }),
    )
  })

  test('is within a paisa of the rate on the taxable value', () => {
    fc.assert(
      fc.property(totals, rates, fc.boolean(), (total, rate, isWithinState) => {
        const { taxableValue, cgst, sgst, igst } = taxWithin(total, rate, isWithinState)
        const exact = (total * rate) / (100 + rate)
        expect(Math.abs(cgst + sgst + igst - exact)).toBeLessThanOrEqual(1.01)
        expect(taxableValue).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('HSN code and rate', () => {
  const classOf = (
    type: 'rings' | 'chains' | 'anklet' | 'idols' | 'gems',
    isWanted: (text: string) => boolean,
  ) =>
    OPENING_COLLECTION.ofType(type)
      .filter((product) => isWanted('metal' in product ? product.metal : product.name))
      .map((product) => taxClassOf(product))

  test.each([
    ['rings', 'White Gold', '711319', 3],
    ['chains', 'Silver', '711311', 3],
    ['anklet', 'Gold Plated', '711719', 3],
    ['idols', 'Silver', '711411', 3],
    ['idols', 'Bronze', '830629', 5],
    ['idols', 'Gold Plated', '830621', 5],
  ] as const)('%s of %s are %s at %d%%', (type, metal, hsn, ratePercent) => {
    const found = classOf(type, (text) => text === metal)
    expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ hsn, ratePercent })]),
    )
  })

  test.each([
    ['Ruby', '710391', 0.25],
    ['Heera', '7102', 1.5],
    ['Peridot', '710399', 0.25],
  ] as const)('a gem with %s in its name is %s at %d%%', (word, hsn, ratePercent) => {
    expect(classOf('gems', (name) => name.includes(word))).toEqual([{ hsn, ratePercent }])
  })

  test('are known for every product of the opening collection', () => {
    expect(OPENING_COLLECTION.products.filter((product) => taxClassOf(product) === null)).toEqual([])
  })

  test('are unknown for a gem whose name does not name its stone', () => {
    const [gem] = OPENING_COLLECTION.ofType('gems')
    expect(gem && taxClassOf({ ...gem, name: 'Midnight Drop' })).toBeNull()
  })
})

describe('The state of an address', () => {
  test.each([
    ['Rajasthan', 'Rajasthan'],
    [' tamil  nadu ', 'Tamil Nadu'],
    ['Jammu & Kashmir', 'Jammu and Kashmir'],
  ])('%j is %s', (text, state) => {
    expect(stateNamed(text)).toBe(state)
  })
  test.each(['', 'Rajastan', 'Bundelkhand', 'RJ'])('is unknown for %j', (text) => {
    expect(stateNamed(text)).toBeNull()
  })
})
