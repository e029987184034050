/**
 * `npm run studio:joined`: counts, for each model that changed since, the groups of parts that touch, and keeps the result in
 * `studio/joined.json`; `joined.test.ts` judges it. Slow for chains, so it is resumable: what is counted stays counted.
 *   --only rings/801   one piece (or `rings`); may be repeated
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { isAskedFor } from './asked.ts'
import { exportCatalogue } from './catalogue.ts'
import { BLENDER, STUDIO } from './folders.ts'
import { readModelRecipes } from './recipes.ts'

interface Counted {
  readonly recipe: string
  /** The number of groups of parts that do not touch. */
  readonly groups: number
  /** Where the smaller groups are, in millimetres; at most eight of them. */
  readonly places: readonly (readonly number[])[]
}

const RECORD = join(STUDIO, 'joined.json')
/** Blender starts slowly; an interruption loses only what is not yet written. */
const BATCH = 1

const { values: asked } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] } },
})

exportCatalogue()
const recipes = readModelRecipes()
const record = readRecord()
const waiting = ALL_PRODUCTS.map(skuOf)
  .filter((sku) => isAskedFor(sku, asked.only))
  .filter((sku) => record[sku]?.recipe !== recipes[sku])
print(`${waiting.length} models to count.`)
for (let first = 0; first < waiting.length; first += BATCH) count(waiting.slice(first, first + BATCH))

function count(skus: readonly string[]): void {
  const words = ['blender', '-b', '--factory-startup', '-P', join(BLENDER, 'joined.py'), '--', ...skus]
  const run = spawnSync('nice', ['-n', '19', ...words], { encoding: 'utf8', maxBuffer: 1 << 28 })
  for (const [, text] of run.stdout.matchAll(/^JOINED (\{.*\})$/gm)) {
    // joined.py prints exactly this shape
    const { sku, groups, places } = JSON.parse(text ?? '') as Counted & { sku: string }
    record[sku] = { recipe: recipes[sku] ?? '', groups, places }
    print(`${sku}: ${groups}`)
  }
  const failed = skus.filter((sku) => record[sku]?.recipe !== recipes[sku])
  if (failed.length > 0) {
    print(`failed: ${failed.join(', ')}\n${run.stderr}`)
    process.exitCode = 1
  }
  const sorted = Object.entries(record).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
}

function readRecord(): Record<string, Counted> {
  // written by this file alone
  return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, Counted>) : {}
}
