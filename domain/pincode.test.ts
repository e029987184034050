import { describe, expect, test } from 'vitest'
import { INDIAN_STATES, likelyStateOf } from './pincode.ts'

describe('the likely state of a pincode', () => {
  test.each([
    ['110059', 'Delhi'],
    ['400001', 'Maharashtra'],
    ['403001', 'Goa'],
    ['560001', 'Karnataka'],
    ['682001', 'Kerala'],
    ['682555', 'Lakshadweep'],
    ['700001', 'West Bengal'],
    ['737101', 'Sikkim'],
    ['800001', 'Bihar'],
    ['834001', 'Jharkhand'],
  ])('%s lies in %s', (pincode, state) => {
    expect(likelyStateOf(pincode)).toBe(state)
  })

  test.each([
    ['605001', 'Puducherry and Tamil Nadu share the district'],
    ['900001', 'the army has it'],
    ['010001', 'no pincode begins with 0'],
    ['11005', 'a digit is missing'],
    ['', 'nothing is typed yet'],
  ])('%s has none: %s', (pincode) => {
    expect(likelyStateOf(pincode)).toBeNull()
  })
})

test('the table names 28 states and 8 union territories, each once', () => {
  expect(new Set(INDIAN_STATES).size).toBe(36)
})
