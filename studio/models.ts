/**
 * `npm run studio:models`: exports the pieces as 3D files, from the models of the photographs. Exports what is missing
 * or whose recipe changed, at the lowest priority. An interrupted run keeps finished files. Options:
 *   --only rings/801   one piece (or `rings`); may be repeated
 *   --list             list what would be exported, and export nothing
 *   --accept           record the current recipes as exported, for a change that does not affect the files
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf, type Sku } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { isSelected } from './selection.ts'
import { runBlender } from './blender.ts'
import { exportCatalogue } from './catalogue.ts'
import { BLENDER, CACHE, MODELS, STUDIO } from './folders.ts'
import { applyMaterials, type RawModel } from './models/glb.ts'
import { lightFile } from './models/light.ts'
import { readRecipes } from './recipes.ts'
import { readRecords, writeRecords } from './records.ts'

interface Made {
  readonly recipe: string
  readonly bytes: number
}

const RECORDS = 'models.json'
const RAW = join(CACHE, 'models')
/** Blender starts slowly; an interrupted run loses at most a batch. */
const BATCH = 8

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
})

exportCatalogue()
const records = readRecords<Made>(RECORDS)
const exporter = hashOfExporter()
const recipes = readRecipes()
const wanted = ALL_PRODUCTS.map(skuOf).filter((sku) => isSelected(sku, options.only))
const waiting = wanted.filter((sku) => records[sku]?.recipe !== recipeOf(sku) || !existsSync(fileOf(sku)))
print(`${wanted.length} models, ${waiting.length} to export.`)
if (options.accept) acceptAll()
else if (options.list) print(waiting.join('\n'))
else await makeAll()

function acceptAll(): void {
  for (const sku of waiting.filter((one) => existsSync(fileOf(one)))) {
    records[sku] = { recipe: recipeOf(sku), bytes: statSync(fileOf(sku)).size }
  }
  writeRecords(RECORDS, records)
}

async function makeAll(): Promise<void> {
  mkdirSync(RAW, { recursive: true })
  mkdirSync(MODELS, { recursive: true })
  writeFileSync(join(MODELS, 'light.hdr'), lightFile())
  for (let first = 0; first < waiting.length; first += BATCH) {
    const batch = waiting.slice(first, first + BATCH)
    print(`${first + 1} to ${first + batch.length} of ${waiting.length}: ${batch.join(', ')}`)
    exportRaw(batch)
    for (const sku of batch) await make(sku)
  }
}

function exportRaw(skus: readonly Sku[]): void {
  for (const sku of skus) rmSync(join(RAW, `${sku}.json`), { force: true })
  const run = runBlender('export.py', [RAW, ...skus])
  writeFileSync(join(RAW, 'export.log'), `${run.stdout}\n${run.stderr}`)
}

async function make(sku: Sku): Promise<void> {
  const raw = join(RAW, `${sku}.json`)
  if (!existsSync(raw)) {
    print(`  ${sku} failed: see export.log among the cached models`)
    process.exitCode = 1
    return
  }
  // export.py writes exactly this shape.
  const model = JSON.parse(readFileSync(raw, 'utf8')) as RawModel
  const glb = await applyMaterials(model, readFileSync(join(RAW, `${sku}.bin`)))
  writeFileSync(fileOf(sku), glb)
  records[sku] = { recipe: recipeOf(sku), bytes: glb.length }
  writeRecords(RECORDS, records)
}

/** Changes with the piece, and with the code that makes its file. */
function recipeOf(sku: Sku): string {
  return createHash('sha256')
    .update(`${recipes[`${sku}-1`]} ${exporter}`)
    .digest('hex')
    .slice(0, 16)
}

function hashOfExporter(): string {
  const folder = join(STUDIO, 'models')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^light|\.test\./.test(name))
  const sources = [...files.sort().map((name) => join(folder, name)), join(BLENDER, 'export.py')]
  const hash = createHash('sha256')
  for (const file of sources) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function fileOf(sku: Sku): string {
  return join(MODELS, `${sku}.glb`)
}
