/**
 * `npm run studio:joined`: counts the groups of touching parts in each model that changed, and records them in
 * `studio/joined.json`, which `joined.test.ts` checks. Chains take long; an interrupted run keeps finished counts.
 *   --only rings/801   one piece (or `rings`); may be repeated
 */
import { parseArgs } from 'node:util'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { isSelected } from './selection.ts'
import { runBlender } from './blender.ts'
import { exportCatalogue } from './catalogue.ts'
import { readModelRecipes } from './recipes.ts'
import { readRecords, writeRecords } from './records.ts'

interface Counted {
  readonly recipe: string
  /** The number of groups of parts that do not touch. */
  readonly groups: number
  /** Where the smaller groups are, in millimetres; at most eight of them. */
  readonly places: readonly (readonly number[])[]
}

const RECORDS = 'joined.json'

const { values: options } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } })

exportCatalogue()
const recipes = readModelRecipes()
const records = readRecords<Counted>(RECORDS)
const waiting = ALL_PRODUCTS.map(skuOf)
  .filter((sku) => isSelected(sku, options.only))
  .filter((sku) => records[sku]?.recipe !== recipes[sku])
print(`${waiting.length} models to count.`)
for (const sku of waiting) count(sku)

function count(sku: string): void {
  const run = runBlender('joined.py', [sku])
  const [, text] = /^JOINED (\{.*\})$/m.exec(run.stdout) ?? []
  if (text === undefined) {
    print(`${sku} failed:\n${run.stderr}`)
    process.exitCode = 1
    return
  }
  // joined.py prints exactly this shape.
  const { groups, places } = JSON.parse(text) as Omit<Counted, 'recipe'>
  records[sku] = { recipe: recipes[sku] ?? '', groups, places }
  writeRecords(RECORDS, records)
  print(`${sku}: ${groups}`)
}
