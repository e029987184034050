import { expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import { belowMetalCsv } from './below-metal.ts'

test('pieces below the value of their metal become rows that the import takes', () => {
  const piece = {
    sku: 'mangal-sutra-501',
    name: 'Mangal Sutra, “Gauri” "small"',
    price: rupees(144_375.5),
    metalValue: rupees(150_000),
    isNew: true,
  }
  expect(belowMetalCsv([piece])).toBe(
    'Type,Id,Name,Fixed price in rupees\r\nmangal-sutra,501,"Mangal Sutra, “Gauri” ""small""",144375.50\r\n',
  )
})
