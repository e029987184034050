import { expect, test } from 'vitest'
import { maskAddress, maskName } from './mask.ts'

test('a masked address keeps city and pincode, and enough of the rest to recognize it', () => {
  const address = {
    name: 'Asha Kumari Verma',
    address: '14 Johari Bazaar',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302003',
    phone: '9829012345',
    email: 'asha.verma@example.in',
  }
  expect(maskAddress(address)).toEqual({
    name: 'Asha V.',
    address: '•••',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302003',
    phone: '•••2345',
    email: 'a•••@example.in',
  })
})

test('a single name stays', () => {
  expect(maskName(' Asha ')).toBe('Asha')
})
