import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backdropOf } from './tones.ts'

test('the colour of a picture is that of its backdrop, whatever it shows', async () => {
  const bust = sharp({ create: { width: 200, height: 260, channels: 3, background: '#14382b' } }).png()
  const picture = sharp({ create: { width: 320, height: 320, channels: 3, background: '#dfdcd6' } })
    .composite([{ input: await bust.toBuffer(), left: 60, top: 60 }])
    .png()
  expect(await backdropOf(await picture.toBuffer())).toBe('dfdcd6')
})
