/**
 * `npm run studio:models`: the pieces as 3D files, from the same models as the photographs. Makes what is missing or whose
 * recipe changed, at the lowest priority; interrupt it at any moment: what is done stays done. Words on the command line:
 *   --only rings/801   one piece (or `rings`); may be repeated
 *   --list             say what would be made, make nothing
 *   --accept           note the present recipes as made, for a change that does not show
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf, type Sku } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { isAskedFor } from './asked.ts'
import { exportCatalogue } from './catalogue.ts'
import { BLENDER, CACHE, MODELS, STUDIO } from './folders.ts'
import { applyMaterials, type RawModel } from './models/glb.ts'
import { lightFile } from './models/light.ts'
import { readRecipes } from './recipes.ts'

/** The record of a model that was made: committed, so that a fresh checkout makes nothing again. */
interface Made {
  readonly recipe: string
  readonly bytes: number
}

const RECORDS = join(STUDIO, 'models.json')
const RAW = join(CACHE, 'models')
/** Blender starts slowly; an interruption loses at most a batch. */
const BATCH = 8

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
})

exportCatalogue()
const records = readRecords()
const dressing = hashOfDressing()
const recipes = readRecipes()
const wanted = ALL_PRODUCTS.map(skuOf).filter((sku) => isAskedFor(sku, asked.only))
const waiting = wanted.filter((sku) => records[sku]?.recipe !== recipeOf(sku) || !existsSync(fileOf(sku)))
print(`${wanted.length} models, ${waiting.length} to make.`)
if (asked.accept) acceptAll()
else if (asked.list) print(waiting.join('\n'))
else await makeAll()

function acceptAll(): void {
  for (const sku of waiting.filter((one) => existsSync(fileOf(one)))) {
    records[sku] = { recipe: recipeOf(sku), bytes: statSync(fileOf(sku)).size }
  }
  writeRecords()
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
  const blender = ['blender', '-b', '--factory-startup', '-P', join(BLENDER, 'export.py'), '--', RAW, ...skus]
  const run = spawnSync('nice', ['-n', '19', ...blender], { encoding: 'utf8', maxBuffer: 1 << 28 })
  writeFileSync(join(RAW, 'export.log'), `${run.stdout}\n${run.stderr}`)
}

async function make(sku: Sku): Promise<void> {
  const raw = join(RAW, `${sku}.json`)
  if (!existsSync(raw)) {
    print(`  ${sku} failed: see export.log among the cached models`)
    process.exitCode = 1
    return
  }
  // export.py writes exactly this shape
  const model = JSON.parse(readFileSync(raw, 'utf8')) as RawModel
  const glb = await applyMaterials(model, readFileSync(join(RAW, `${sku}.bin`)))
  writeFileSync(fileOf(sku), glb)
  records[sku] = { recipe: recipeOf(sku), bytes: glb.length }
  writeRecords()
}

/** The piece as photographed, and how its file is made from it. */
function recipeOf(sku: Sku): string {
  return createHash('sha256')
    .update(`${recipes[`${sku}-1`]} ${dressing}`)
    .digest('hex')
    .slice(0, 16)
}

function hashOfDressing(): string {
  const folder = join(STUDIO, 'models')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^light|\.test\./.test(name))
  const texts = [...files.sort().map((name) => join(folder, name)), join(BLENDER, 'export.py')]
  const hash = createHash('sha256')
  for (const file of texts) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function fileOf(sku: Sku): string {
  return join(MODELS, `${sku}.glb`)
}

function readRecords(): Partial<Record<Sku, Made>> {
  // written by this file alone
  return existsSync(RECORDS) ? (JSON.parse(readFileSync(RECORDS, 'utf8')) as Partial<Record<Sku, Made>>) : {}
}

function writeRecords(): void {
  const sorted = Object.fromEntries(
    Object.entries(records).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })),
  )
  writeFileSync(RECORDS, `${JSON.stringify(sorted, null, 1)}\n`)
}
