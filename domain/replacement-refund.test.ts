import { expect, test } from 'vitest'
import { paise } from './money.ts'
import { allocateReplacements } from './replacement-refund.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const piece = (position: number) => [{ position, quantity: 1 }]

const necklace = { id: 'necklace', amount: paise(9_000_00), lines: piece(0), unmadeAt: at(1) }
const ring = { id: 'ring', amount: paise(2_000_00), lines: piece(1), unmadeAt: at(2) }
const UNMADE = [necklace, ring]

const refund = (minute: number, amount: number, lines: ReturnType<typeof piece> = []) => ({
  amount: paise(amount),
  lines,
  requestedAt: at(minute),
  sentAt: at(minute + 1),
})

const allocated = (...later: readonly ReturnType<typeof refund>[]) =>
  allocateReplacements(UNMADE, later).map(({ unmadeId, amount }) => [unmadeId, Number(amount)])

test('a refund replaces that of the same pieces, also with another amount', () => {
  expect(allocated(refund(5, 1_900_00, piece(1)))).toEqual([['ring', 1_900_00]])
})

test('a refund of no pieces replaces that of the same amount', () => {
  expect(allocated(refund(5, 2_000_00))).toEqual([['ring', 2_000_00]])
})

test('a refund like none replaces the oldest', () => {
  expect(allocated(refund(5, 8_000_00))).toEqual([['necklace', 8_000_00]])
})

test('two refunds replace one each, in the order in which they were requested', () => {
  expect(allocated(refund(8, 2_000_00), refund(5, 2_000_00, piece(0)))).toEqual([
    ['necklace', 2_000_00],
    ['ring', 2_000_00],
  ])
})

test('a refund that suffices for several replaces them, with a share for each', () => {
  expect(allocated(refund(5, 11_500_00, piece(0)))).toEqual([
    ['necklace', 9_500_00],
    ['ring', 2_000_00],
  ])
})

test('a refund after the last that was unmade is replaced adds to it', () => {
  expect(allocated(refund(5, 11_000_00), refund(6, 500_00))).toEqual([
    ['necklace', 9_000_00],
    ['ring', 2_000_00],
    ['ring', 500_00],
  ])
})

test('a refund that was requested before one was declined or failed does not replace it', () => {
  expect(allocated(refund(0, 9_000_00, piece(0)))).toEqual([])
  expect(allocated(refund(2, 2_000_00, piece(1)))).toEqual([['necklace', 2_000_00]])
})

test('a refund that is not sent yet replaces one, too', () => {
  const [replacement] = allocateReplacements(UNMADE, [{ ...refund(5, 9_000_00), sentAt: null }])
  expect(replacement).toEqual({ unmadeId: 'necklace', amount: 9_000_00, sentAt: null })
})
