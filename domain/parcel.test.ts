import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from './time.ts'
import {
  canParcelBecome,
  isFinal,
  PARCEL_LABELS,
  PARCEL_STATES,
  parcelStateOf,
  type ScannedState,
} from './parcel.ts'

const anyScan = fc.record({
  at: fc.integer({ min: 0, max: 50 }).map((hours) => new Date(hours * HOUR_MS)),
  state: fc.option(fc.constantFrom(...PARCEL_STATES.filter((state) => state !== 'packed'))),
})

describe('the state of a tracked parcel', () => {
  test('does not depend on the order or the repetition of its scans', () => {
    fc.assert(
      fc.property(fc.array(anyScan), fc.array(fc.nat(), { maxLength: 20 }), (scans, picks) => {
        const repeated = picks.flatMap((pick) => scans.slice(pick % (scans.length || 1)).slice(0, 1))
        const shuffled = [...repeated, ...scans.toReversed()]
        expect(parcelStateOf(shuffled)).toBe(parcelStateOf(scans))
      }),
    )
  })

  test('is that of the latest scan', () => {
    const scans: ScannedState[] = [
      { at: new Date(3000), state: 'in transit' },
      { at: new Date(2000), state: 'out for delivery' },
      { at: new Date(4000), state: null },
    ]
    expect(parcelStateOf(scans)).toBe('in transit')
  })

  test('stays delivered whatever is reported later', () => {
    const scans: ScannedState[] = [
      { at: new Date(1), state: 'delivered' },
      { at: new Date(2), state: 'in transit' },
    ]
    expect(parcelStateOf(scans)).toBe('delivered')
  })

  test('is unknown without scans', () => {
    expect(parcelStateOf([])).toBeNull()
  })
})

describe('a parcel', () => {
  test('that is delivered or returned is final', () => {
    for (const from of PARCEL_STATES.filter(isFinal))
      expect(PARCEL_STATES.filter((to) => canParcelBecome(from, to))).toEqual([])
  })

  test('never becomes packed again, and is booked only once packed', () => {
    expect(PARCEL_STATES.filter((from) => canParcelBecome(from, 'packed'))).toEqual([])
    expect(PARCEL_STATES.filter((from) => canParcelBecome(from, 'booked'))).toEqual(['packed'])
  })

  test('has a label in every state', () => {
    expect(Object.keys(PARCEL_LABELS)).toEqual([...PARCEL_STATES])
  })
})
