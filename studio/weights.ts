/**
 * `npm run studio:weights`: writes studio/weights.md, which compares the weight of each model by its volumes with the
 * weight on its card. Pieces of solid metal must agree within 15%; hollow or stone-set ones are only listed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../scripts/console.ts'
import { runBlender } from './blender.ts'
import { exportCatalogue } from './catalogue.ts'
import { CACHE, STUDIO } from './folders.ts'

const TOLERANCE = 0.15

interface Weighed {
  readonly modelG: number
  readonly metalG: number
  readonly cardG: number
}

/** Solid in the workshop too, so the model has the volume of the piece. */
const PLAIN = new Set([
  ...[801, 803, 805, 806, 807, 812, 813, 814, 815, 817, 818, 824, 825, 827, 828, 829, 830].map(
    (id) => `rings-${id}`,
  ),
  ...[101, 102, 103, 104, 105, 106, 107, 108].map((id) => `bangles-${id}`),
  ...[302, 304, 305].map((id) => `chains-${id}`),
  ...[200, 202].map((id) => `bracelets-${id}`),
  ...[3, 7].map((id) => `tops-${id}`),
])

exportCatalogue()
const out = join(CACHE, 'weights.json')
const run = runBlender('weigh.py', [out])
if (run.status !== 0) throw new Error(`The models could not be weighed: ${run.stderr}`)
// weigh.py writes exactly this shape.
const weighed = JSON.parse(readFileSync(out, 'utf8')) as Record<string, Weighed>

const lines = Object.entries(weighed).map(([sku, { modelG, metalG, cardG }]) => {
  const off = modelG / cardG - 1
  const isPlain = PLAIN.has(sku)
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
print(differing.length === 0 ? 'Every solid piece agrees with its card.' : differing.join('\n'))
