import { expect, test } from 'vitest'
import { rupees } from '#domain/money.ts'
import { belowMetalCsv } from './below-metal.ts'

const PIECE = {
  sku: 'mangal-sutra-501',
  name: 'Mangal Sutra, “Gauri” "small"',
  price: rupees(144_375.5),
  metalValue: rupees(150_000),
  isNew: true,
}

test('pieces below the value of their metal become rows that the import accepts', () => {
  expect(belowMetalCsv([PIECE])).toBe(
    '\uFEFFType,Id,Name,Fixed price in rupees\r\nmangal-sutra,501,"Mangal Sutra, “Gauri” ""small""",144375.50\r\n',
  )
})

test('a name that begins like a formula is text to a spreadsheet', () => {
  expect(belowMetalCsv([{ ...PIECE, name: '=1+1' }])).toContain("mangal-sutra,501,'=1+1,144375.50")
})
