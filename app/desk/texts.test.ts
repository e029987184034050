import { expect, test } from 'vitest'
import { dateTime, publicationText } from './texts.ts'

const scheduled = { publishAt: '2026-11-27T05:30:00Z', scheduledBy: 'Kavita Rao', error: null }

test('a scheduled draft is published at its time', () => {
  expect(publicationText(scheduled)).toMatch(
    /^Is published on 27\sNov\s2026.*, as scheduled by Kavita Rao\.$/,
  )
})

test('a draft that was rejected at its time shows when it was to be published', () => {
  expect(publicationText({ ...scheduled, error: 'The rates jump.' })).toMatch(
    /^Was to be published on 27\sNov/,
  )
})

test('a line breaks only between date and time', () => {
  expect(dateTime('2026-11-27T05:30:00Z').split(' ')).toEqual(['27\u00A0Nov\u00A02026,', '11:00\u00A0am'])
})
