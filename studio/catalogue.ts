/** The catalogue as Blender reads it: one JSON file, product by SKU. The TypeScript data stays the single source. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf } from '#domain/product.ts'
import { CACHE } from './folders.ts'

export function exportCatalogue(): void {
  const bySku = Object.fromEntries(ALL_PRODUCTS.map((product) => [skuOf(product), product]))
  mkdirSync(CACHE, { recursive: true })
  // Renamed when complete: another queue may be reading it.
  const part = join(CACHE, `catalogue-${process.pid}.part.json`)
  writeFileSync(part, JSON.stringify(bySku, withoutWords, 1))
  renameSync(part, join(CACHE, 'catalogue.json'))
}

/** Changes of a photograph's text must not require a new photograph. */
function withoutWords(key: string, value: unknown): unknown {
  return key === 'pictures' ? undefined : value
}
