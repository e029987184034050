import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rupees, sum } from './money.ts'
import { ratedMetalOf } from './price.ts'
import { openingPrice } from './testing.ts'
import { carats, grams, METALS, type Bangle, type Gem, type Idol, type Metal, type Ring } from './product.ts'

// Shows 9.thirteen, D30.percentages, 3.product.metal-price
describe('A ring of 5 g of yellow gold at ₹7,300 a gram', () => {
  const { amount, listPrice, saving, breakup } = openingPrice(
    ring({ metal: 'Yellow Gold', weightMg: grams(5) }),
  )

  test('has gold worth 5 × ₹7,300 = ₹36,500.00', () => {
    expect(breakup?.metalValue).toBe(rupees(36_500))
  })
  test('has a making charge of 7%, ₹2,555.00', () => {
    expect(breakup?.makingCharge).toBe(rupees(2_555))
  })
  test('has GST of 6% of the value, not of the making charge: ₹2,190.00', () => {
    expect(breakup?.gst).toBe(rupees(2_190))
  })
  test('has no value of diamonds', () => {
    expect(breakup?.diamondValue).toBe(0)
  })
  test('costs the sum, ₹41,245.00', () => {
    expect(amount).toBe(rupees(41_245))
  })
  test('has no saving, because it is not on offer', () => {
    expect([listPrice, saving]).toEqual([rupees(41_245), 0])
  })
})

describe('A ring of 3.6 g of white gold with half a carat of diamonds', () => {
  const { amount, breakup } = openingPrice(
    ring({ metal: 'White Gold', weightMg: grams(3.6), diamondWeightMg: carats(0.5) }),
  )

  test('has gold worth 3.6 × ₹6,000 = ₹21,600.00', () => {
    expect(breakup?.metalValue).toBe(rupees(21_600))
  })
  // Shows 9.rates
  test('has diamonds of 0.1 g worth 0.1 × ₹75,000 = ₹7,500.00', () => {
    expect(breakup?.diamondValue).toBe(rupees(7_500))
  })
  test('has a making charge of 7% of ₹29,100, ₹2,037.00', () => {
    expect(breakup?.makingCharge).toBe(rupees(2_037))
  })
  test('has GST of 6% of ₹29,100, ₹1,746.00', () => {
    expect(breakup?.gst).toBe(rupees(1_746))
  })
  test('costs ₹32,883.00', () => {
    expect(amount).toBe(rupees(32_883))
  })
})

// Shows 9.rates, D5.metals
describe('Each metal has its rate: ten grams cost', () => {
  test.each<[Metal, number]>([
    ['Yellow Gold', 82_490],
    ['Gold', 82_490],
    ['White Gold', 67_800],
    ['Rose Gold', 67_800],
    ['Silver', 1_130],
    ['Platinum', 58_760],
    ['Copper', 146.9],
    ['Bronze', 146.9],
  ])('in %s ₹%d', (metal, price) => {
    expect(openingPrice(ring({ metal, weightMg: grams(10) })).amount).toBe(rupees(price))
  })

  // Shows D5.metals
  test('gold plate has no rate', () => {
    expect(ratedMetalOf('Gold Plated')).toBeUndefined()
  })
})

describe('Rounding, line by line', () => {
  // Shows D5.price
  test('1.005 g of silver: ₹100.50, making ₹7.035 up to ₹7.04, GST ₹6.03, together ₹113.57', () => {
    const { amount, breakup } = openingPrice(ring({ metal: 'Silver', weightMg: grams(1.005) }))
    expect(breakup?.makingCharge).toBe(704)
    expect(breakup?.gst).toBe(603)
    expect(amount).toBe(11_357)
  })

  test('1.004 g of silver: ₹100.40, making ₹7.028 to ₹7.03, GST ₹6.024 down to ₹6.02, together ₹113.45', () => {
    const { amount, breakup } = openingPrice(ring({ metal: 'Silver', weightMg: grams(1.004) }))
    expect(breakup?.makingCharge).toBe(703)
    expect(breakup?.gst).toBe(602)
    expect(amount).toBe(11_345)
  })

  test('1.005 g of copper at ₹13: a value of ₹13.065 goes up to ₹13.07', () => {
    expect(openingPrice(ring({ metal: 'Copper', weightMg: grams(1.005) })).breakup?.metalValue).toBe(1_307)
  })
})

describe('The special offer', () => {
  // Shows D10.offer
  test('reduces ₹41,245.00 by 20%, ₹8,249.00, to ₹32,996.00', () => {
    const { amount, listPrice, saving } = openingPrice(
      ring({ metal: 'Yellow Gold', weightMg: grams(5), onOffer: true }),
    )
    expect([listPrice, saving, amount]).toEqual([rupees(41_245), rupees(8_249), rupees(32_996)])
  })

  test('leaves the breakup unchanged: its lines still add up to ₹41,245.00', () => {
    const { breakup } = openingPrice(ring({ metal: 'Yellow Gold', weightMg: grams(5), onOffer: true }))
    expect(breakup && sumOfLines(breakup)).toBe(rupees(41_245))
  })

  test('reduces a fixed price too: ₹75,000 to ₹60,000', () => {
    expect(openingPrice(bangle({ fixedPrice: rupees(75_000), onOffer: true })).amount).toBe(rupees(60_000))
  })
})

describe('A fixed price', () => {
  // Shows D6.bangles
  test('is the price, whatever the value of the metal: a bangle listed at $1,925', () => {
    const { amount, breakup } = openingPrice(bangle({ fixedPrice: rupees(1_925 * 75) }))
    expect(amount).toBe(rupees(144_375))
    expect(breakup).toBeNull()
  })

  test('without it a bangle is priced by its metal: 10 g of gold cost ₹82,490.00', () => {
    expect(openingPrice(bangle({})).amount).toBe(rupees(82_490))
  })

  test('prices a gem, which has no metal', () => {
    expect(openingPrice(gem({ fixedPrice: rupees(9_600) })).amount).toBe(rupees(9_600))
  })

  test('is required for a gem', () => {
    expect(() => openingPrice(gem({}))).toThrow('gems/1 has neither a fixed price nor a metal with a rate')
  })

  test('is required for a gold-plated product', () => {
    expect(() => openingPrice(platedIdol)).toThrow(
      'idols/1 has neither a fixed price nor a metal with a rate',
    )
  })
})

describe('Properties', () => {
  const ratedMetals = fc.constantFrom(...METALS.filter((metal) => metal !== 'Gold Plated'))
  const weights = fc.integer({ min: 1, max: 5_000_000 })
  const diamonds = fc.integer({ min: 0, max: 2_000 })

  // Shows D5.price
  test('the lines of the breakup add up to the price, for any metal, weight and diamonds', () => {
    fc.assert(
      fc.property(ratedMetals, weights, diamonds, (metal, weightMg, diamondWeightMg) => {
        const { amount, breakup } = openingPrice(ring({ metal, weightMg, diamondWeightMg }))
        expect(breakup && sumOfLines(breakup)).toBe(amount)
      }),
    )
  })

  test('a heavier product of the same metal costs more', () => {
    fc.assert(
      fc.property(ratedMetals, weights, fc.integer({ min: 1, max: 100_000 }), (metal, weightMg, more) => {
        const lighter = openingPrice(ring({ metal, weightMg })).amount
        const heavier = openingPrice(ring({ metal, weightMg: weightMg + more })).amount
        expect(heavier).toBeGreaterThan(lighter)
      }),
    )
  })

  // Shows 9.thirteen
  test('the price is within two paise of value plus 13%', () => {
    fc.assert(
      fc.property(ratedMetals, weights, (metal, weightMg) => {
        const { amount, breakup } = openingPrice(ring({ metal, weightMg }))
        expect(Math.abs(amount - (breakup?.metalValue ?? 0) * 1.13)).toBeLessThan(2)
      }),
    )
  })

  test('an offer never raises a price, and price and saving add up to the price before', () => {
    fc.assert(
      fc.property(ratedMetals, weights, (metal, weightMg) => {
        const { amount, listPrice, saving } = openingPrice(ring({ metal, weightMg, onOffer: true }))
        expect(amount).toBeLessThanOrEqual(listPrice)
        expect(amount + saving).toBe(listPrice)
        expect(Math.abs(saving - listPrice * 0.2)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

const facts = {
  id: 1,
  name: 'A piece',
  description: '',
  pictures: ['', ''],
  category: '',
  inStock: true,
} as const

function ring(given: Pick<Ring, 'metal' | 'weightMg'> & Partial<Ring>): Ring {
  return { ...facts, type: 'rings', style: 'Classic', gender: 'Unisex', ...given }
}

function bangle(given: Pick<Bangle, 'fixedPrice' | 'onOffer'>): Bangle {
  return {
    ...facts,
    type: 'bangles',
    metal: 'Gold',
    style: 'Classic',
    sizeInches: 2.4,
    weightMg: grams(10),
    ...given,
  }
}

function gem(given: Pick<Gem, 'fixedPrice'>): Gem {
  return {
    ...facts,
    type: 'gems',
    color: 'Red',
    clarity: 'Eye Clean',
    origin: 'Mogok, Myanmar',
    hardness: 9,
    weightMg: carats(0.62),
    ...given,
  }
}

const platedIdol: Idol = {
  ...facts,
  type: 'idols',
  metal: 'Gold Plated',
  size: 'Medium',
  weightMg: grams(480),
}

function sumOfLines(breakup: NonNullable<ReturnType<typeof openingPrice>['breakup']>): number {
  return sum([breakup.metalValue, breakup.diamondValue, breakup.makingCharge, breakup.gst])
}
