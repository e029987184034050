/**
 * `npm run studio`: renders the photographs that are missing or whose recipe changed, one at a time, at the lowest
 * priority. An interrupted run keeps finished photographs. Options:
 *   --only rings/801   one piece (or `rings`, or `home-3`); may be repeated
 *   --list             list what would be rendered, and render nothing
 *   --accept           record the current recipes as rendered, for a change that does not affect the pictures
 *   --again            render also what is up to date, for a change that recipes do not cover
 *   --better           render again also what is smaller or has fewer samples than requested
 *   --check            measure the published pictures, and print each that misses a limit
 *   --samples 12 --pixels 1280 --scene-pixels 2400 --threads 2
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { skuOf } from '#domain/product.ts'
import { print } from '../scripts/console.ts'
import { runBlender } from './blender.ts'
import { exportCatalogue } from './catalogue.ts'
import { measure, median, violations } from './check.ts'
import { framingOf } from './framing.ts'
import { encode, PRODUCT_SIZES, TILE_SIZES } from './encode.ts'
import { CACHE, PICTURES } from './folders.ts'
import { readRecipes } from './recipes.ts'
import { readRecords, writeRecords } from './records.ts'
import { isTall, SCENE_PIXELS, SCENE_SIZES, TALL_SHARE, TILES } from './scenes.ts'
import { writeTones } from './tones.ts'

interface RenderedPicture {
  recipe: string
  seconds: number
  samples: number
  pixels: number
}

const RECORDS = 'pictures.json'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    better: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    samples: { type: 'string', default: '12' },
    pixels: { type: 'string', default: '1280' },
    'scene-pixels': { type: 'string', default: String(SCENE_PIXELS) },
    threads: { type: 'string', default: '2' },
  },
})

exportCatalogue()
const recipes = readRecipes()
const records = readRecords<RenderedPicture>(RECORDS)
const pictures = Object.keys(recipes).filter(isAsked)

if (options.accept) {
  // Masters are not committed, so the published file decides.
  for (const picture of pictures.filter((name) => existsSync(join(PICTURES, firstFileOf(name))))) {
    records[picture] = {
      seconds: 0,
      samples: 0,
      pixels: 0,
      ...records[picture],
      recipe: recipes[picture] ?? '',
    }
  }
  writeRecords(RECORDS, records)
}
let hasPublished = false
if (options.check) await checkAll()
// Every piece gets its first photograph before any gets its second.
const waiting = pictures.filter(isWaiting).sort((a, b) => viewOf(a) - viewOf(b))
if (!options.check) {
  print(`${pictures.length} pictures, ${waiting.length} to render.`)
  if (options.list || options.accept) print(waiting.join('\n'))
  else await renderAll()
}

/** Measures only products: a wide picture shows several pieces in front of a wall. */
async function checkAll(): Promise<void> {
  const photographs = ALL_PRODUCTS.flatMap((product) =>
    [1, 2].map((view) => ({
      picture: `${skuOf(product)}-${view}`,
      metal: 'metal' in product ? product.metal : undefined,
    })),
  )
  const measured = await Promise.all(
    photographs.map(async (one) => ({
      ...one,
      measures: await measure(join(PICTURES, `${one.picture}-640.webp`)),
    })),
  )
  const faulty = measured
    .filter(({ picture }) => pictures.includes(picture))
    .map(({ picture, metal, measures }) => {
      const hues = measured.filter((one) => one.metal === metal).flatMap((one) => one.measures.hue ?? [])
      const isWhite = metal === 'White Gold' || metal === 'Silver' || metal === 'Platinum'
      const expected = { framing: framingOf(picture), isWhiteMetal: isWhite, usualHue: metal && median(hues) }
      return { picture, faults: violations(measures, expected) }
    })
    .filter(({ faults }) => faults.length > 0)
  for (const { picture, faults } of faulty) print(`${picture}: ${faults.join('; ')}`)
  print(`${faulty.length} pictures miss a limit.`)
}

async function renderAll(): Promise<void> {
  const startedAt = Date.now()
  for (const [index, picture] of waiting.entries()) {
    const each = (Date.now() - startedAt) / 1000 / Math.max(index, 1)
    const left = index === 0 ? '' : `, about ${Math.ceil((each * (waiting.length - index)) / 60)} min left`
    print(`${index + 1}/${waiting.length} ${picture}${left}`)
    if (render(picture)) await publish(picture)
  }
  // An interrupted run may have rendered pictures without publishing them.
  for (const picture of pictures.filter((name) => existsSync(masterOf(name)))) await publish(picture)
  if (hasPublished) await writeTones()
}

/** False if Blender failed; its output is then in the log next to the master. */
function render(picture: string): boolean {
  const startedAt = Date.now()
  // Read again: the pieces may be edited while the queue runs.
  const recipe = readRecipes()[picture] ?? ''
  const part = join(CACHE, 'masters', `${picture}.part.png`)
  mkdirSync(join(CACHE, 'masters'), { recursive: true })
  const script = picture in SCENE_SIZES ? 'scene.py' : 'shoot.py'
  const pixels = pixelsOf(picture)
  const run = runBlender(script, [picture, part, pixels, options.samples, options.threads], options.threads)
  if (run.status !== 0 || !existsSync(part)) {
    writeFileSync(join(CACHE, 'masters', `${picture}.log`), `${run.stdout}\n${run.stderr}`)
    print(`  failed: see ${picture}.log among the masters`)
    return false
  }
  renameSync(part, masterOf(picture))
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  // Read again: another queue may have written its own records meanwhile.
  Object.assign(records, readRecords(RECORDS), {
    [picture]: { recipe, seconds, samples: Number(options.samples), pixels: Number(pixels) },
  })
  writeRecords(RECORDS, records)
  return true
}

async function publish(picture: string): Promise<void> {
  const master = masterOf(picture)
  if (isPublished(picture)) return
  hasPublished = true
  for (const [name, sizes] of namesAndSizes(picture)) await encode(master, name, sizes)
  const type = picture.replace(/-\d+-\d$/, '')
  if (TILES[type] === picture) await encode(master, `tile-${type}`, TILE_SIZES)
  writeFileSync(noteOf(master), fingerprint(master))
}

function namesAndSizes(picture: string) {
  return Object.entries(SCENE_SIZES[picture] ?? { [picture]: PRODUCT_SIZES })
}

function firstFileOf(picture: string): string {
  const [name, sizes] = namesAndSizes(picture)[0] ?? [picture, PRODUCT_SIZES]
  return `${name}-${sizes[0]?.width ?? 320}.avif`
}

/** Whether the encoded files were made from this master, as a note next to it records. */
function isPublished(picture: string): boolean {
  const master = masterOf(picture)
  if (!existsSync(join(PICTURES, firstFileOf(picture)))) return false
  return existsSync(noteOf(master)) && readFileSync(noteOf(master), 'utf8') === fingerprint(master)
}

function noteOf(master: string): string {
  return `${master}.published`
}

function fingerprint(master: string): string {
  return createHash('sha256').update(readFileSync(master)).digest('hex')
}

function isAsked(picture: string): boolean {
  if (options.only.length === 0) return true
  return options.only.some((argument) => {
    const name = argument.replace('/', '-')
    return picture === name || picture.startsWith(`${name}-`)
  })
}

function isWaiting(picture: string): boolean {
  const rendered = records[picture]
  if (options.again || !rendered || rendered.recipe !== recipes[picture]) return true
  return (
    options.better &&
    (rendered.samples < Number(options.samples) || rendered.pixels < Number(pixelsOf(picture)))
  )
}

function pixelsOf(picture: string): string {
  if (isTall(picture)) return String(Number(options['scene-pixels']) * TALL_SHARE)
  return picture in SCENE_SIZES ? options['scene-pixels'] : options.pixels
}

function viewOf(picture: string): number {
  return picture in SCENE_SIZES ? 1 : Number(picture.at(-1))
}

function masterOf(picture: string): string {
  return join(CACHE, 'masters', `${picture}.png`)
}
