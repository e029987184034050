import { describe, expect, test } from 'vitest'
import { editAddress, fillCity, isCityFilled, normalizeAddress, type AddressDraft } from './address.ts'

const draft = (part: Partial<AddressDraft> = {}): AddressDraft => ({
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
describe('fillCity', () => {
  test('fills in the city if none is typed', () => {
    expect(fillCity(draft(), 'Jaipur').city).toBe('Jaipur')
  })

  test('replaces the city that it filled in before', () => {
    expect(fillCity(fillCity(draft(), 'Jaipur'), 'Mumbai').city).toBe('Mumbai')
  })

  test('keeps a typed city, even if it replaced a filled-in one', () => {
    const own = editAddress(fillCity(draft(), 'Jaipur'), { city: 'Amer' })
    expect(fillCity(own, 'Jaipur').city).toBe('Amer')
  })

  test('fills in a city that is cleared when the pincode changes', () => {
    expect(editAddress(fillCity(draft(), 'Jaipur'), { pincode: '40000' }).city).toBe('')
  })

  test('fills in a city that stays when another field changes', () => {
    expect(editAddress(fillCity(draft(), 'Jaipur'), { phone: '98110' }).city).toBe('Jaipur')
  })

  test('fills in a city that is submitted like a typed one', () => {
    const address = fillCity(draft({ state: 'Rajasthan' }), 'Jaipur')
    expect(isCityFilled(address)).toBe(true)
    expect(normalizeAddress(address)).toEqual(draft({ city: 'Jaipur', state: 'Rajasthan' }))
  })
})

test('a changed pincode keeps a typed city', () => {
  expect(editAddress(draft({ city: 'Jaipur' }), { pincode: '400001' }).city).toBe('Jaipur')
})

describe('changing the pincode', () => {
  test('fills in its state', () => {
    expect(editAddress(draft({ pincode: '30200' }), { pincode: '302001' }).state).toBe('Rajasthan')
  })

  test('fills in the new state when it is typed over another digit by digit', () => {
    const steps = ['30200', '3020', '302', '30', '3', '', '4', '40', '400', '4000', '40000', '400001']
    const saved = draft({ city: 'Jaipur', state: 'Rajasthan' })
    const last = steps.reduce((address, pincode) => editAddress(address, { pincode }), saved)
    expect(last.state).toBe('Maharashtra')
  })

  test('keeps a state that the shopper has chosen', () => {
    const own = editAddress(editAddress(draft(), { pincode: '302002' }), { state: 'Goa' })
    expect(editAddress(own, { pincode: '400001' }).state).toBe('Goa')
  })
})
