/**
 * `npm run placeholders`: a drawing for every picture that the shop shows and that no photograph has replaced yet, in
 * the final names, sizes and formats. Files that exist are left alone.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { PRODUCT_TYPES, skuOf } from '#domain/product.ts'
import { cardOf } from './placeholders/cards.ts'
import {
  aboutScene,
  HOME_SCENES,
  offerScene,
  shareScene,
  tallScene,
  tile,
  wideScene,
} from './placeholders/scenes.ts'

const PUBLIC = join(import.meta.dirname, '../app/public')

interface Wanted {
  readonly name: string
  readonly widths: readonly number[]
  readonly heightPerWidth: number
  readonly draw: () => string
}

const wide = (name: string, widths: readonly number[], draw: () => string): Wanted => ({
  name,
  widths,
  heightPerWidth: 11 / 24,
  draw,
})
const square = (name: string, widths: readonly number[], draw: () => string): Wanted => ({
  name,
  widths,
  heightPerWidth: 1,
  draw,
})

const WANTED: readonly Wanted[] = [
  ...ALL_PRODUCTS.flatMap((product) =>
    ([1, 2] as const).map((view) =>
      square(`${skuOf(product)}-${view}`, [320, 640, 1024], () => cardOf(product, view)),
    ),
  ),
  ...HOME_SCENES.map((scene, place) => wide(`home-${place + 1}`, [800, 1600, 2400], () => wideScene(scene))),
  ...HOME_SCENES.map((scene, place) => ({
    name: `home-${place + 1}-tall`,
    widths: [480, 960],
    heightPerWidth: 5 / 4,
    draw: () => tallScene(scene),
  })),
  ...PRODUCT_TYPES.map((type) => square(`tile-${type}`, [320, 640], () => tile(type))),
  wide('special-offer', [800, 1600], offerScene),
  { name: 'about', widths: [640, 1280], heightPerWidth: 2 / 3, draw: aboutScene },
]

/** Drawings have flat grounds and fine lines: little quality is needed, and the files stay small. */
const FORMATS: Record<string, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 32, effort: 2 }),
  webp: (picture) => picture.blur(0.5).webp({ quality: 36, effort: 4, preset: 'picture' }),
}

async function makePictures({ name, widths, heightPerWidth, draw }: Wanted): Promise<number> {
  const missing = widths.flatMap((width) =>
    Object.keys(FORMATS)
      .map((format) => ({ width, format, file: join(PUBLIC, `pictures/${name}-${width}.${format}`) }))
      .filter(({ file }) => !existsSync(file)),
  )
  if (missing.length === 0) return 0
  const largest = Math.max(...widths)
  const { data, info } = await sharp(Buffer.from(draw()))
    .resize(largest, Math.round(largest * heightPerWidth))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const { width, format, file } of missing) {
    const picture = sharp(data, { raw }).resize(width, Math.round(width * heightPerWidth))
    await FORMATS[format]?.(picture).toFile(file)
  }
  return missing.length
}

/** The icons come from favicon.svg; systems round their corners themselves. */
async function makeIcons(): Promise<void> {
  const icon = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8').replace(/ rx="\d+"/, '')
  for (const [name, size] of [
    ['apple-touch-icon', 180],
    ['icon-192', 192],
    ['icon-512', 512],
  ] as const) {
    const file = join(PUBLIC, `${name}.png`)
    if (existsSync(file)) continue
    await sharp(Buffer.from(icon), { density: 72 * 16 })
      .resize(size, size)
      .png({ palette: true })
      .toFile(file)
  }
  const share = join(PUBLIC, 'og-image.jpg')
  if (!existsSync(share))
    await sharp(Buffer.from(shareScene())).jpeg({ quality: 84, mozjpeg: true }).toFile(share)
}

mkdirSync(join(PUBLIC, 'pictures'), { recursive: true })
const startedAt = Date.now()
let made = 0
for (const wanted of WANTED) made += await makePictures(wanted)
await makeIcons()
process.stdout.write(
  made === 0
    ? 'Every picture is there.\n'
    : `${made} pictures were missing and are drawings now (${Math.round((Date.now() - startedAt) / 1000)} s).\n`,
)
