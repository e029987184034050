import { expect, test } from 'vitest'
import { publicationText } from './texts.ts'

const scheduled = { publishAt: '2026-11-27T05:30:00Z', scheduledBy: 'Kavita Rao', error: null }

test('a scheduled draft is published at its time', () => {
  expect(publicationText(scheduled)).toMatch(/^Is published on 27 Nov 2026.*, as scheduled by Kavita Rao\.$/)
})

test('a draft that was rejected at its time shows when it was to be published', () => {
  expect(publicationText({ ...scheduled, error: 'The rates jump.' })).toMatch(
    /^Was to be published on 27 Nov/,
  )
})
