/** Text in the shop's own typeface, whatever fonts the machine has. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const require = createRequire(import.meta.url)
// Has no type declarations.
const { convert }: { convert: (font: Buffer, format: 'sfnt') => Promise<Buffer> } = require('fontverter')
const FONT = require.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2')
const COLOUR = '#6b4d2e'

/** Text of this size in points; vertical text reads from below. */
export type Lettering = (
  text: string,
  size: number,
  isUpright: boolean,
) => Promise<{ readonly png: Buffer; readonly width: number; readonly height: number }>

export async function withLettering<Result>(
  work: (lettering: Lettering) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-lettering-'))
  try {
    const fontfile = join(folder, 'anek-latin.ttf')
    writeFileSync(fontfile, await convert(readFileSync(FONT), 'sfnt'))
    return await work(async (text, size, isUpright) => {
      const picture = await sharp({
        text: {
          text: `<span foreground="${COLOUR}">${text}</span>`,
          font: `Anek Latin ${Math.max(1, Math.round(size))}`,
          fontfile,
          rgba: true,
          dpi: 72,
        },
      })
        .png()
        .toBuffer()
      const { data, info } = await sharp(picture)
        .rotate(isUpright ? 0 : -90, { background: '#0000' })
        .png()
        .toBuffer({ resolveWithObject: true })
      return { png: data, width: info.width, height: info.height }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
