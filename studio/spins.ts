/**
 * `npm run studio:spins`: turns the pieces of `SPUN` once round, frame by frame, in the set and light of their first
 * photograph. Takes what is missing or whose recipe changed, one Blender at a time, at the lowest priority; interrupt it at any
 * moment: each frame that is taken stays taken. Words on the command line:
 *   --only gems/405    one piece (or `gems`); may be repeated
 *   --list             say what would be taken, take nothing
 *   --accept           note the present recipes as taken, for a change that does not show
 *   --again            take also what is up to date, for a change that recipes do not know of
 *   --pixels 512 --samples 12 --threads 2
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Sku } from '#domain/product.ts'
import { spinFrame } from '#domain/spin.ts'
import { print } from '../scripts/console.ts'
import { isAskedFor } from './asked.ts'
import { exportCatalogue } from './catalogue.ts'
import { BLENDER, CACHE, PUBLIC, STUDIO } from './folders.ts'
import { readRecipes } from './recipes.ts'
import { SPIN_BYTES_MAX, type Spins } from './spin-check.ts'

/** The worst in 3D first. Another piece needs no more than its line here. */
const SPUN: readonly Sku[] = [
  'gems-405',
  'gems-403',
  'gems-401',
  'gems-404',
  'gems-402',
  'gems-406',
  'gems-410',
  'gems-408',
  'gems-407',
  'gems-409',
  'pendants-701',
  'pendants-710',
  'rings-826',
  'rings-802',
  'rings-811',
  'rings-804',
  'pendants-702',
  'rings-805',
  'rings-812',
  'rings-801',
  'rings-827',
  'rings-803',
]
const FRAMES = 24
/** Raise it when `spin.py` turns or frames pieces otherwise. */
const TURNED = 1
/** As for photographs (encode.ts). More effort is worth it: a spin is 24 pictures. */
const AVIF = { quality: 58, effort: 5, chromaSubsampling: '4:4:4' } as const

const LEDGER = join(STUDIO, 'spins.json')
const LIST = join(dirname(STUDIO), 'domain', 'catalogue', 'spin-frames.ts')

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    pixels: { type: 'string', default: '512' },
    samples: { type: 'string', default: '12' },
    threads: { type: 'string', default: '2' },
  },
})

exportCatalogue()
const spins = readSpins()
const wanted = SPUN.filter((sku) => isAskedFor(sku, asked.only))
if (asked.accept) {
  for (const sku of wanted) {
    const taken = spins[sku]
    if (taken) spins[sku] = { ...taken, recipe: recipeOf(sku) }
  }
  writeSpins()
}
const waiting = wanted.filter((sku) => asked.again || spins[sku]?.recipe !== recipeOf(sku))
print(`${wanted.length} spins, ${waiting.length} to take.`)
if (asked.list || asked.accept) print(waiting.join('\n'))
else for (const sku of waiting) await take(sku)

async function take(sku: Sku): Promise<void> {
  print(sku)
  const startedAt = Date.now()
  // read again: the pieces may be edited while this runs
  const recipe = recipeOf(sku)
  const masters = join(CACHE, 'spins', [sku, recipe, asked.pixels, asked.samples].join('-'))
  if (asked.again) rmSync(masters, { recursive: true, force: true })
  mkdirSync(masters, { recursive: true })
  if (!render(sku, masters)) return
  const files = await encode(masters)
  const bytes = files.reduce((sum, { length }) => sum + length, 0)
  if (bytes > SPIN_BYTES_MAX) {
    print(`  not published: ${bytes} bytes are more than ${SPIN_BYTES_MAX}`)
    process.exitCode = 1
    return
  }
  const folder = join(PUBLIC, dirname(spinFrame(sku, 0)))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [index, file] of files.entries()) writeFileSync(join(PUBLIC, spinFrame(sku, index)), file)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  // read again: another run may have noted its own meanwhile
  Object.assign(spins, readSpins(), {
    [sku]: {
      recipe,
      seconds,
      samples: Number(asked.samples),
      pixels: Number(asked.pixels),
      frames: FRAMES,
      bytes,
    },
  })
  writeSpins()
}

/** False when Blender failed; its words are then in the log beside the masters. */
function render(sku: Sku, masters: string): boolean {
  const blender = ['blender', '-b', '--factory-startup', '--python-exit-code', '1', '-t', asked.threads]
  const words = [sku, masters, String(FRAMES), asked.pixels, asked.samples, asked.threads]
  const run = spawnSync('nice', ['-n', '19', ...blender, '-P', join(BLENDER, 'spin.py'), '--', ...words], {
    encoding: 'utf8',
    env: { ...process.env, OMP_WAIT_POLICY: 'passive', OMP_NUM_THREADS: asked.threads },
    maxBuffer: 1 << 28,
  })
  if (run.status === 0 && masterFiles(masters).every((file) => existsSync(file))) return true
  writeFileSync(`${masters}.log`, `${run.stdout}\n${run.stderr}`)
  print(`  failed: see ${sku}….log among the cached spins`)
  process.exitCode = 1
  return false
}

function encode(masters: string): Promise<Buffer[]> {
  return Promise.all(masterFiles(masters).map((file) => sharp(file).removeAlpha().avif(AVIF).toBuffer()))
}

function masterFiles(masters: string): string[] {
  return Array.from({ length: FRAMES }, (_, index) => join(masters, `${String(index).padStart(2, '0')}.png`))
}

/** The piece as it is photographed, and how it is turned. */
function recipeOf(sku: Sku): string {
  return createHash('sha256')
    .update(`${readRecipes()[`${sku}-1`]} ${FRAMES} ${TURNED}`)
    .digest('hex')
    .slice(0, 16)
}

function readSpins(): Spins {
  // written by this file alone
  return existsSync(LEDGER) ? (JSON.parse(readFileSync(LEDGER, 'utf8')) as Spins) : {}
}

function writeSpins(): void {
  const sorted = Object.entries(spins).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  writeFileSync(LEDGER, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
  const lines = sorted.map(([sku, { frames }]) => `  '${sku}': ${frames},\n`)
  writeFileSync(
    LIST,
    `/** Written by \`npm run studio:spins\`: how many frames each published spin has. */
import type { Sku } from '../product.ts'

export const SPIN_FRAMES: Readonly<Partial<Record<Sku, number>>> = {
${lines.join('')}}
`,
  )
}
