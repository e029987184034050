import { describe, expect, it } from 'vitest'
import {
  changedAddress,
  normalizeAddress,
  isCityFilled,
  withDerivedCity,
  type AddressDraft,
} from './address.ts'

const typed = (part: Partial<AddressDraft> = {}): AddressDraft => ({
  name: 'Asha Verma',
  address: '14 Ajmal Khan Road',
  city: '',
  state: '',
  pincode: '302001',
  phone: '9811012345',
  email: 'asha@example.in',
  ...part,
})

// Shows B.city
describe('the city that the couriers name', () => {
  it('is filled in where none is typed', () => {
    expect(withDerivedCity(typed(), 'Jaipur').city).toBe('Jaipur')
  })

  it('takes the place of the one it named before', () => {
    expect(withDerivedCity(withDerivedCity(typed(), 'Jaipur'), 'Mumbai').city).toBe('Mumbai')
  })

  it('leaves what a person has typed, also over a city filled in', () => {
    const own = changedAddress(withDerivedCity(typed(), 'Jaipur'), { city: 'Amer' })
    expect(withDerivedCity(own, 'Jaipur').city).toBe('Amer')
  })

  it('leaves with the pincode it was named for', () => {
    expect(changedAddress(withDerivedCity(typed(), 'Jaipur'), { pincode: '40000' }).city).toBe('')
  })

  it('stays while anything else is typed', () => {
    expect(changedAddress(withDerivedCity(typed(), 'Jaipur'), { phone: '98110' }).city).toBe('Jaipur')
  })

  it('is sent like a typed one', () => {
    const address = withDerivedCity(typed({ state: 'Rajasthan' }), 'Jaipur')
    expect(isCityFilled(address)).toBe(true)
    expect(normalizeAddress(address)).toEqual(typed({ city: 'Jaipur', state: 'Rajasthan' }))
  })
})

it('a city that a person typed stays when the pincode changes', () => {
  expect(changedAddress(typed({ city: 'Jaipur' }), { pincode: '400001' }).city).toBe('Jaipur')
})

describe('a pincode', () => {
  it('brings its state along', () => {
    expect(changedAddress(typed({ pincode: '30200' }), { pincode: '302001' }).state).toBe('Rajasthan')
  })

  it('that is typed over another, digit by digit, takes the state along', () => {
    const steps = ['30200', '3020', '302', '30', '3', '', '4', '40', '400', '4000', '40000', '400001']
    const saved = typed({ city: 'Jaipur', state: 'Rajasthan' })
    const last = steps.reduce((address, pincode) => changedAddress(address, { pincode }), saved)
    expect(last.state).toBe('Maharashtra')
  })

  it('leaves a state that the person has chosen', () => {
    const own = changedAddress(changedAddress(typed(), { pincode: '302002' }), { state: 'Goa' })
    expect(changedAddress(own, { pincode: '400001' }).state).toBe('Goa')
  })
})
