/** Similarity of first photographs: `npm run studio:sameness` prints each pair that could be confused. */
import { join } from 'node:path'
import sharp from 'sharp'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { PICTURES } from './folders.ts'

const SIDE = 64
const TOO_ALIKE = 0.85

const looks = await Promise.all(
  ALL_PRODUCTS.map(async (product) => ({
    sku: skuOf(product),
    look: await lookOf(join(PICTURES, `${skuOf(product)}-1-320.webp`)),
  })),
)
const pairs = looks
  .flatMap((one, i) =>
    looks.slice(i + 1).map((other) => ({ one, other, alike: correlation(one.look, other.look) })),
  )
  .filter(({ alike }) => alike > TOO_ALIKE)
  .sort((a, b) => b.alike - a.alike)
for (const { one, other, alike } of pairs) print(`${one.sku} and ${other.sku}: ${alike.toFixed(3)}`)
print(`${pairs.length} pairs correlate above ${TOO_ALIKE}.`)
process.exitCode = pairs.length > 0 ? 1 : 0

/** The brightness of the picture without that of its paper, which would make all pictures of one set similar. */
async function lookOf(file: string): Promise<readonly number[]> {
  const grey = await sharp(file).resize(SIDE, SIDE, { fit: 'fill' }).greyscale().raw().toBuffer()
  const middle = grey.reduce((sum, value) => sum + value, 0) / grey.length
  const centred = Array.from(grey, (value) => value - middle)
  const length = Math.hypot(...centred)
  return centred.map((value) => value / length)
}

function correlation(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)
}
