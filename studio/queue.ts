/**
 * `npm run studio`: takes the photographs that are missing or whose recipe changed, one Blender at a time, at the lowest
 * priority. Interrupt it at any moment: what is done stays done. Words on the command line:
 *   --only rings/801   one piece (or `rings`, or `home-3`); may be repeated
 *   --list             say what would be taken, take nothing
 *   --accept           note the present recipes as taken, for a change that does not show
 *   --publish          encode finished pictures also of types that are not complete yet
 *   --better           take again also what was taken smaller or with fewer samples than asked for now
 *   --samples 24 --pixels 1024 --scene-pixels 2400 --threads 2
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exportCatalogue } from './catalogue.ts'
import { encode, PRODUCT_SIZES, TILE_SIZES } from './encode.ts'
import { BLENDER, CACHE, PICTURES, STUDIO } from './folders.ts'
import { readRecipes } from './recipes.ts'
import { SCENE_PIXELS, SCENE_SIZES, TILES } from './scenes.ts'
import { writeTones } from './tones.ts'

/** What is known of a picture that was taken: committed, so that a fresh copy renders nothing again. */
interface Taken {
  recipe: string
  seconds: number
  samples: number
  pixels: number
}
type Ledger = Record<string, Taken>

const LEDGER = join(STUDIO, 'ledger.json')

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    better: { type: 'boolean', default: false },
    samples: { type: 'string', default: '24' },
    pixels: { type: 'string', default: '1024' },
    'scene-pixels': { type: 'string', default: String(SCENE_PIXELS) },
    threads: { type: 'string', default: '2' },
  },
})

exportCatalogue()
const recipes = readRecipes()
const ledger = readLedger()
const pictures = Object.keys(recipes).filter(isAsked)

if (asked.accept) {
  for (const picture of pictures.filter((name) => existsSync(masterOf(name)))) {
    ledger[picture] = {
      seconds: 0,
      samples: 0,
      pixels: 0,
      ...ledger[picture],
      recipe: recipes[picture] ?? '',
    }
  }
  writeLedger()
}
let hasPublished = false
// every piece gets its first photograph before any gets its second
const waiting = pictures.filter(isWaiting).sort((a, b) => viewOf(a) - viewOf(b))
console.log(`${pictures.length} pictures, ${waiting.length} to take.`)
if (asked.list || asked.accept) console.log(waiting.join('\n'))
else await takeAll()

async function takeAll(): Promise<void> {
  const startedAt = Date.now()
  for (const [index, picture] of waiting.entries()) {
    const each = (Date.now() - startedAt) / 1000 / Math.max(index, 1)
    const left = index === 0 ? '' : `, about ${Math.ceil((each * (waiting.length - index)) / 60)} min left`
    console.log(`${index + 1}/${waiting.length} ${picture}${left}`)
    if (take(picture)) await publish(groupOf(picture))
  }
  for (const group of new Set(pictures.map(groupOf))) await publish(group)
  if (hasPublished) await writeTones()
}

/** False when Blender failed; its words are then in the log beside the master. */
function take(picture: string): boolean {
  const startedAt = Date.now()
  // read again: somebody may be at work on the pieces while the queue runs
  const recipe = readRecipes()[picture] ?? ''
  const part = join(CACHE, 'masters', `${picture}.part.png`)
  mkdirSync(join(CACHE, 'masters'), { recursive: true })
  const script = join(BLENDER, picture in SCENE_SIZES ? 'scene.py' : 'shoot.py')
  const pixels = pixelsOf(picture)
  const words = [picture, part, pixels, asked.samples, asked.threads]
  const blender = [
    'blender',
    '-b',
    '--factory-startup',
    '--python-exit-code',
    '1',
    '-t',
    asked.threads,
    '-P',
    script,
  ]
  const run = spawnSync('nice', ['-n', '19', ...blender, '--', ...words], {
    encoding: 'utf8',
    env: { ...process.env, OMP_WAIT_POLICY: 'passive', OMP_NUM_THREADS: asked.threads },
    maxBuffer: 1 << 28,
  })
  if (run.status !== 0 || !existsSync(part)) {
    writeFileSync(join(CACHE, 'masters', `${picture}.log`), `${run.stdout}\n${run.stderr}`)
    console.log(`  failed: see ${picture}.log among the masters`)
    return false
  }
  renameSync(part, masterOf(picture))
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  // read again: another queue may have noted its own meanwhile
  Object.assign(ledger, readLedger(), {
    [picture]: { recipe, seconds, samples: Number(asked.samples), pixels: Number(pixels) },
  })
  writeLedger()
  return true
}

/** A type is published when all its pictures are taken, so that a listing never mixes drawings and photographs. */
async function publish(group: string): Promise<void> {
  const members = Object.keys(recipes).filter((name) => groupOf(name) === group)
  if (!asked.publish && members.some(isWaiting)) return
  for (const name of members) {
    const master = masterOf(name)
    if (!existsSync(master) || isNewer(join(PICTURES, firstFileOf(name)), master)) continue
    hasPublished = true
    for (const [published, sizes] of namesAndSizes(name)) await encode(master, published, sizes)
    if (name === TILES[group]) await encode(master, `tile-${group}`, TILE_SIZES)
  }
}

function namesAndSizes(picture: string) {
  return Object.entries(SCENE_SIZES[picture] ?? { [picture]: PRODUCT_SIZES })
}

function firstFileOf(picture: string): string {
  const [name, sizes] = namesAndSizes(picture)[0] ?? [picture, PRODUCT_SIZES]
  return `${name}-${sizes[0]?.width ?? 320}.avif`
}

/** Whether the encoded file was made from this master: its time is written into a note beside the master. */
function isNewer(encoded: string, master: string): boolean {
  if (!existsSync(encoded)) return false
  const note = `${master}.published`
  const stamp = readFileSync(master).length.toString()
  if (existsSync(note) && readFileSync(note, 'utf8') === stamp) return true
  writeFileSync(note, stamp)
  return false
}

function isAsked(picture: string): boolean {
  if (asked.only.length === 0) return true
  return asked.only.some((words) => {
    const name = words.replace('/', '-')
    return picture === name || picture.startsWith(`${name}-`)
  })
}

function isWaiting(picture: string): boolean {
  const taken = ledger[picture]
  if (!taken || taken.recipe !== recipes[picture]) return true
  return asked.better && (taken.samples < Number(asked.samples) || taken.pixels < Number(pixelsOf(picture)))
}

function pixelsOf(picture: string): string {
  return picture in SCENE_SIZES ? asked['scene-pixels'] : asked.pixels
}

/** The pictures that are published together: those of a product type; each scene for itself. */
function groupOf(picture: string): string {
  return picture in SCENE_SIZES ? picture : picture.replace(/-\d+-\d$/, '')
}

function viewOf(picture: string): number {
  return picture in SCENE_SIZES ? 1 : Number(picture.at(-1))
}

function masterOf(picture: string): string {
  return join(CACHE, 'masters', `${picture}.png`)
}

function readLedger(): Ledger {
  // written by this file alone
  return existsSync(LEDGER) ? (JSON.parse(readFileSync(LEDGER, 'utf8')) as Ledger) : {}
}

function writeLedger(): void {
  const sorted = Object.fromEntries(
    Object.entries(ledger).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })),
  )
  writeFileSync(LEDGER, `${JSON.stringify(sorted, null, 1)}\n`)
}
