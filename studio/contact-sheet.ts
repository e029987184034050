/** `npm run studio:contact-sheet`: all published pictures of each type on one sheet, for comparison. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { CATALOGUE } from '#domain/catalogue/all.ts'
import { PRODUCT_TYPES, skuOf } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { CACHE, PICTURES } from './folders.ts'

const CELL = 320
const CAPTION = 22
const COLUMNS = 6

interface Print {
  readonly file: string
  readonly caption: string
}

const folder = join(CACHE, 'contact-sheets')
mkdirSync(folder, { recursive: true })
for (const type of PRODUCT_TYPES) {
  const prints = CATALOGUE[type].flatMap((product) =>
    [1, 2].map((view) => ({
      file: join(PICTURES, `${skuOf(product)}-${view}-320.webp`),
      caption: `${product.id} ${product.name}, ${view}`,
    })),
  )
  await sheet(type, prints)
}
const scenes = Array.from({ length: 14 }, (_, index) => ({
  file: join(PICTURES, `home-${index + 1}-800.webp`),
  caption: `home-${index + 1}`,
}))
await sheet('home', scenes)

async function sheet(name: string, prints: readonly Print[]): Promise<void> {
  const present = prints.filter(({ file }) => existsSync(file))
  const rows = Math.max(1, Math.ceil(present.length / COLUMNS))
  const layers = await Promise.all(
    present.map(async ({ file, caption }, index) => {
      const left = (index % COLUMNS) * CELL
      const top = Math.floor(index / COLUMNS) * (CELL + CAPTION)
      const print = await sharp(file).resize(CELL, CELL, { fit: 'contain', background: '#fff' }).toBuffer()
      const label = `<svg width="${CELL}" height="${CAPTION}"><text x="4" y="15" font-size="12">${escaped(caption)}</text></svg>`
      return [
        { input: print, left, top },
        { input: Buffer.from(label), left, top: top + CELL },
      ]
    }),
  )
  const file = join(folder, `${name}.webp`)
  const size = {
    width: COLUMNS * CELL,
    height: rows * (CELL + CAPTION),
    channels: 3,
    background: '#fff',
  } as const
  await sharp({ create: size }).composite(layers.flat()).webp({ quality: 80 }).toFile(file)
  print(file)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
