import { expect, test } from 'vitest'
import { isHeicFile } from './uploaded-picture.ts'

test.each([
  ['IMG_0012.HEIC', '', true],
  ['photograph', 'image/heif', true],
  ['IMG_0012.jpg', 'image/jpeg', false],
  ['heic.png', 'image/png', false],
])('%s of type “%s” is a photograph of an iPhone that browsers cannot show: %s', (name, type, isHeic) => {
  expect(isHeicFile({ name, type })).toBe(isHeic)
})
