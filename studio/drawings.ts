/**
 * `npm run studio:drawings`: draws the third picture of each piece, to scale beside a coin, from its 3D file, and writes
 * the dimensions. Takes a few minutes and needs no Blender. Options:
 *   --only rings/801   one piece (or `rings`); may be repeated
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { DRAWN_SIZES } from '#domain/catalogue/drawn-sizes.ts'
import { skuOf, type Product } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { isSelected } from './selection.ts'
import { annotate } from './drawings/annotations.ts'
import { drawInk } from './drawings/ink.ts'
import { withLettering, type Lettering } from './drawings/lettering.ts'
import { rasterize, type Vector } from './drawings/raster.ts'
import { arrange } from './drawings/sheet.ts'
import { viewsOf } from './drawings/views.ts'
import { encode, PRODUCT_SIZES } from './encode.ts'
import { STUDIO } from './folders.ts'
import { writeTones } from './tones.ts'

const SIDE = 1024
/** Raster points per point of the drawing, along a side. */
const OVERSAMPLING = 2
/** The ivory of the photographs. */
const PAPER: Vector = [244, 239, 231]
/** The step in depth that counts as an edge, as a fraction of the sheet. */
const EDGE_STEP = 0.006

const FILE = join(dirname(STUDIO), 'domain', 'catalogue', 'drawn-sizes.ts')

const { values: options } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } })

const sizes = new Map<string, readonly number[] | undefined>(Object.entries(DRAWN_SIZES))
const wanted = ALL_PRODUCTS.filter((product) => isSelected(skuOf(product), options.only))
await withLettering(async (lettering) => {
  for (const [index, product] of wanted.entries()) {
    print(`${index + 1}/${wanted.length} ${skuOf(product)}`)
    sizes.set(skuOf(product), await drawProduct(product, lettering))
  }
})
writeSizes()
await writeTones()

/** Returns the dimensions in millimetres. */
async function drawProduct(product: Product, lettering: Lettering): Promise<readonly number[]> {
  const sheet = arrange(await viewsOf(product))
  const side = SIDE * OVERSAMPLING
  const frame = { left: 0, top: sheet.sideMm, mmPerPoint: sheet.sideMm / side }
  const raster = rasterize(
    sheet.views.flatMap(({ triangles }) => triangles),
    frame,
    side,
  )
  const ink = drawInk(raster, PAPER, sheet.sideMm * EDGE_STEP)
  const drawing = await sharp(ink, { raw: { width: side, height: side, channels: 3 } })
    .resize(SIDE, SIDE, { kernel: 'lanczos3' })
    .png()
    .toBuffer()
  const { svg, labels } = await annotate(sheet, SIDE, lettering)
  const master = await sharp(drawing)
    .composite([{ input: svg, left: 0, top: 0 }, ...labels])
    .removeAlpha()
    .png()
    .toBuffer()
  await encode(master, `${skuOf(product)}-3`, PRODUCT_SIZES)
  return sheet.views.flatMap(({ dimensions }) =>
    dimensions.map(({ from, to }) => Math.round((to - from) * 10) / 10),
  )
}

function writeSizes(): void {
  const lines = ALL_PRODUCTS.flatMap((product) => {
    const dimensions = sizes.get(skuOf(product))
    return dimensions ? [`  '${skuOf(product)}': [${dimensions.join(', ')}],\n`] : []
  })
  const head = readFileSync(FILE, 'utf8').split('= {')[0] ?? ''
  writeFileSync(FILE, `${head}= {\n${lines.join('')}}\n`)
}
