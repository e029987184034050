/**
 * `npm run studio:weights`: what each model would weigh by its volumes, beside the weight on its card, as
 * studio/weights.md. Pieces made of solid metal alone must agree within 15%; hollow or stone-set ones are only listed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportCatalogue } from './catalogue.ts'
import { BLENDER, CACHE, STUDIO } from './folders.ts'

const TOLERANCE = 0.15

interface Weighed {
  readonly modelG: number
  readonly metalG: number
  readonly cardG: number
}

/** Made solid in the workshop too; the model's volume is the piece's. */
const PLAIN = [
  ...['rings-801', 'rings-803', 'rings-805', 'rings-806', 'rings-807', 'rings-812', 'rings-813', 'rings-814'],
  ...[
    'rings-815',
    'rings-817',
    'rings-818',
    'rings-824',
    'rings-825',
    'rings-827',
    'rings-828',
    'rings-829',
    'rings-830',
  ],
  ...[
    'bangles-101',
    'bangles-102',
    'bangles-103',
    'bangles-104',
    'bangles-105',
    'bangles-106',
    'bangles-107',
    'bangles-108',
  ],
  ...['chains-302', 'chains-304', 'chains-305', 'bracelets-200', 'bracelets-202', 'tops-3', 'tops-7'],
]

exportCatalogue()
const out = join(CACHE, 'weights.json')
const run = spawnSync(
  'nice',
  [
    '-n',
    '19',
    'blender',
    '-b',
    '--factory-startup',
    '--python-exit-code',
    '1',
    '-P',
    join(BLENDER, 'weigh.py'),
    '--',
    out,
  ],
  {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  },
)
if (run.status !== 0) throw new Error(`The models could not be weighed: ${run.stderr}`)
// weigh.py writes exactly this shape
const weighed = JSON.parse(readFileSync(out, 'utf8')) as Record<string, Weighed>

const lines = Object.entries(weighed).map(([sku, { modelG, metalG, cardG }]) => {
  const off = modelG / cardG - 1
  const isPlain = PLAIN.includes(sku)
  const verdict = isPlain ? (Math.abs(off) <= TOLERANCE ? 'agrees' : '**differs**') : 'not solid'
  const percent = `${off >= 0 ? '+' : '−'}${Math.abs(off * 100).toFixed(0)}%`
  return `| ${sku} | ${cardG.toFixed(2)} | ${modelG.toFixed(2)} | ${metalG.toFixed(2)} | ${percent} | ${verdict} |`
})
const text = `# Weights of the models

Volume × density of every part, in grams, beside the weight on the card. Solid pieces must agree within 15%. The others
are modelled solid where the workshop makes them hollow (beads, bells, idols, repoussé), or carry stones and pearls, and
are listed for interest. Written by \`npm run studio:weights\`.

| Piece | Card | Model | of it metal | Difference | |
|---|---:|---:|---:|---:|---|
${lines.join('\n')}
`
writeFileSync(join(STUDIO, 'weights.md'), text)
const differing = lines.filter((line) => line.includes('**differs**'))
console.log(differing.length === 0 ? 'Every solid piece agrees with its card.' : differing.join('\n'))
