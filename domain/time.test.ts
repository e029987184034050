import { expect, test } from 'vitest'
import { indiaTimestamp, parseIndiaTime } from './time.ts'

test('a time in India is five and a half hours ahead of UTC', () => {
  for (const text of ['2026-11-23T11:00', '2026-11-23 11:00'])
    expect(parseIndiaTime(text)).toEqual(new Date('2026-11-23T05:30:00Z'))
  expect(parseIndiaTime('2026-11-23T00:00')).toEqual(new Date('2026-11-22T18:30:00Z'))
  expect(parseIndiaTime(' 2026-11-23 11:00:19 ')).toEqual(new Date('2026-11-23T05:30:19Z'))
  expect(indiaTimestamp(new Date('2026-11-22T18:30:19Z'))).toBe('2026-11-23 00:00:19')
})

test('a nonexistent day or hour, and any other text, is not a time', () => {
  for (const text of [
    '',
    '2026-02-30T11:00',
    '2026-13-01T11:00',
    '2026-11-23T25:00',
    '2026-11-23',
    'tomorrow',
  ])
    expect([text, parseIndiaTime(text)]).toEqual([text, null])
})
