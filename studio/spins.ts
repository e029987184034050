/**
 * `npm run studio:spins`: renders a full turn of each piece of `SPUN`, in the set and light of its first photograph.
 * Renders what is missing or whose recipe changed, one at a time, at the lowest priority. An interrupted run keeps
 * finished frames. Options:
 *   --only gems/405    one piece (or `gems`); may be repeated
 *   --list             list what would be rendered, and render nothing
 *   --accept           record the current recipes as rendered, for a change that does not affect the frames
 *   --again            render also what is up to date, for a change that recipes do not cover
 *   --pixels 512 --samples 12 --threads 2
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Sku } from '#domain/product.ts'
import { spinFrame } from '#domain/spin.ts'
import { print } from '../scripts/console.ts'
import { isSelected } from './selection.ts'
import { runBlender } from './blender.ts'
import { exportCatalogue } from './catalogue.ts'
import { CACHE, PUBLIC, STUDIO } from './folders.ts'
import { readRecipes } from './recipes.ts'
import { readRecords, writeRecords } from './records.ts'
import { SPIN_BYTES_MAX, type Spin } from './spin-check.ts'

/** Those that the 3D view shows worst come first. */
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
/** Increase it after a change of `spin.py` that affects the frames. */
const SCRIPT_VERSION = 1
/** As for photographs (encode.ts). More effort is worth it: a spin is 24 pictures. */
const AVIF = { quality: 58, effort: 5, chromaSubsampling: '4:4:4' } as const

const RECORDS = 'spins.json'
const LIST = join(dirname(STUDIO), 'domain', 'catalogue', 'spin-frames.ts')

const { values: options } = parseArgs({
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
const spins = readRecords<Spin>(RECORDS)
const wanted = SPUN.filter((sku) => isSelected(sku, options.only))
if (options.accept) {
  for (const sku of wanted) {
    const rendered = spins[sku]
    if (rendered) spins[sku] = { ...rendered, recipe: recipeOf(sku) }
  }
  writeSpins()
}
const waiting = wanted.filter((sku) => options.again || spins[sku]?.recipe !== recipeOf(sku))
print(`${wanted.length} spins, ${waiting.length} to render.`)
if (options.list || options.accept) print(waiting.join('\n'))
else for (const sku of waiting) await makeSpin(sku)

async function makeSpin(sku: Sku): Promise<void> {
  print(sku)
  const startedAt = Date.now()
  // Read again: the pieces may be edited while this runs.
  const recipe = recipeOf(sku)
  const masters = join(CACHE, 'spins', [sku, recipe, options.pixels, options.samples].join('-'))
  if (options.again) rmSync(masters, { recursive: true, force: true })
  mkdirSync(masters, { recursive: true })
  if (!render(sku, masters)) return
  const files = await encode(masters)
  const bytes = files.reduce((sum, { length }) => sum + length, 0)
  if (bytes > SPIN_BYTES_MAX) {
    print(`  not published: ${bytes} bytes exceed the limit of ${SPIN_BYTES_MAX}`)
    process.exitCode = 1
    return
  }
  const folder = join(PUBLIC, dirname(spinFrame(sku, 0)))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [index, file] of files.entries()) writeFileSync(join(PUBLIC, spinFrame(sku, index)), file)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  // Read again: another run may have written its own records meanwhile.
  Object.assign(spins, readRecords(RECORDS), {
    [sku]: {
      recipe,
      seconds,
      samples: Number(options.samples),
      pixels: Number(options.pixels),
      frames: FRAMES,
      bytes,
    },
  })
  writeSpins()
}

/** False if Blender failed; its output is then in the log next to the masters. */
function render(sku: Sku, masters: string): boolean {
  const args = [sku, masters, String(FRAMES), options.pixels, options.samples, options.threads]
  const run = runBlender('spin.py', args, options.threads)
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

/** Changes with the piece, and with how it is turned. */
function recipeOf(sku: Sku): string {
  return createHash('sha256')
    .update(`${readRecipes()[`${sku}-1`]} ${FRAMES} ${SCRIPT_VERSION}`)
    .digest('hex')
    .slice(0, 16)
}

function writeSpins(): void {
  const lines = writeRecords(RECORDS, spins).map(([sku, { frames }]) => `  '${sku}': ${frames},\n`)
  writeFileSync(
    LIST,
    `/** Written by \`npm run studio:spins\`: how many frames each published spin has. */
import type { Sku } from '../product.ts'

export const SPIN_FRAMES: Readonly<Partial<Record<Sku, number>>> = {
${lines.join('')}}
`,
  )
}
