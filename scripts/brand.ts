/**
 * `npm run brand`: the shop's icons, from favicon.svg, and the picture for shared links, from the first photograph of
 * the home page. The results are committed; run it when the emblem or that photograph has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { WORDMARK } from './brand/wordmark.ts'

const PUBLIC = join(import.meta.dirname, '../app/public')
const ICONS = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 }

// systems round the corners of icons themselves
const emblem = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8').replace(/ rx="\d+"/, '')
for (const [name, size] of Object.entries(ICONS)) {
  await sharp(Buffer.from(emblem), { density: 72 * 16 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(join(PUBLIC, `${name}.png`))
}

const ICO_SIZES = [16, 32, 48]
/** For browsers and readers that request /favicon.ico without reading a page: PNGs in an ICO container. */
async function icoOf(sizes: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(
    sizes.map((size) =>
      sharp(Buffer.from(emblem), { density: 72 * 16 })
        .resize(size, size)
        .png()
        .toBuffer(),
    ),
  )
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0])
  const ENTRY_BYTES = 16
  let offset = header.length + ENTRY_BYTES * pictures.length
  const entries = pictures.map((picture, place) => {
    const entry = Buffer.alloc(ENTRY_BYTES)
    const size = sizes[place] ?? 0
    entry.set([size, size, 0, 0, 1, 0, 32, 0])
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += picture.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures])
}
writeFileSync(join(PUBLIC, 'favicon.ico'), await icoOf(ICO_SIZES))

/** As Open Graph recommends: 1200 × 630, with the name on a calm area of the photograph. */
const SHARED = { width: 1200, height: 630 }
const name = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARED.width}" height="${SHARED.height}">
  <g transform="translate(72 330)" fill="#ead9b4">
    <path d="${WORDMARK}" transform="scale(.095)"/>
    <path d="M2 46H358" stroke="#d3b571" stroke-width="2"/>
  </g>
</svg>`
const photograph = await sharp(join(PUBLIC, 'pictures/home-1-2400.webp'))
  .resize(SHARED.width, SHARED.height, { fit: 'cover', position: 'right' })
  .toBuffer()
await sharp(photograph)
  .composite([{ input: Buffer.from(name) }])
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(join(PUBLIC, 'og-image.jpg'))
