/** Every published spin is whole, light enough to be fetched on a phone, and shows nothing that moves but the piece. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { SPIN_FRAMES } from '#domain/catalogue/spin-frames.ts'
import { skuOf } from '#domain/product.ts'
import { spinFrame } from '#domain/spin.ts'
import { PUBLIC } from './folders.ts'
import { readRecords } from './records.ts'
import { FLICKER_MAX, flickerOf, SPIN_BYTES_MAX, type Spin } from './spin-check.ts'

const skus = ALL_PRODUCTS.map(skuOf).filter((sku) => SPIN_FRAMES[sku] !== undefined)
const framesOf = (sku: (typeof skus)[number]) =>
  Array.from({ length: SPIN_FRAMES[sku] ?? 0 }, (_, index) => join(PUBLIC, spinFrame(sku, index)))
const records = readRecords<Spin>('spins.json')

test('the list has the spins that are published, each of a piece, and no other', () => {
  expect(Object.keys(SPIN_FRAMES).toSorted()).toEqual(skus.toSorted())
  expect(readdirSync(join(PUBLIC, 'spins')).toSorted()).toEqual(skus.toSorted())
  expect(Object.keys(records).toSorted()).toEqual(skus.toSorted())
})

describe.each(skus)('%s', (sku) => {
  const files = framesOf(sku)

  test('has 24 to 36 frames, and no file besides', () => {
    expect(files.length).toBeGreaterThanOrEqual(24)
    expect(files.length).toBeLessThanOrEqual(36)
    expect(readdirSync(join(PUBLIC, 'spins', sku)).length).toBe(files.length)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('is known by its true size, which is below the limit', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBe(records[sku]?.bytes)
    expect(bytes).toBeLessThan(SPIN_BYTES_MAX)
  })

  test('has square frames of one size, each another picture', async () => {
    const pictures = await Promise.all(
      files.map((file) => sharp(file).raw().toBuffer({ resolveWithObject: true })),
    )
    const sides = new Set(pictures.flatMap(({ info }) => [info.width, info.height]))
    expect([...sides]).toEqual([records[sku]?.pixels])
    expect(new Set(pictures.map(({ data }) => data.toString('latin1'))).size).toBe(files.length)
  })

  test('keeps its paper still', async () => expect(await flickerOf(files)).toBeLessThan(FLICKER_MAX))
})
