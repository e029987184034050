/** Writes the tables of docs/performance.md; the text between them is written by hand. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../console.ts'
import type { Measurement, Part } from './part.ts'

const DOCUMENT = join(ROOT, 'docs/performance.md')

/** Replaces the content between the markers of the part. Throws if the document has no markers for it. */
export function updateDocument(name: string, part: Part, results: readonly Measurement[]): void {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`docs/performance.md has no ${start} … ${end}`)
  const heading = [start, '', `## ${part.title}`, '', part.method, '']
  const section = [...heading, ...tableOf(results), '', measuredOn(), '']
  writeFileSync(DOCUMENT, text.slice(0, from) + section.join('\n') + text.slice(to))
  // Aligns the cells, as the check of the format requires.
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [DOCUMENT])
}

function tableOf(results: readonly Measurement[]): readonly string[] {
  return [
    '| Measured | Shop | Floor | Ratio | Goal | Reached |',
    '| --- | --- | --- | --- | --- | --- |',
    ...results.map(({ what, value, floor = '–', ratio = '–', goal = '–', isReached }) => {
      const reached = isReached === undefined ? '–' : isReached ? 'yes' : '**no**'
      return `| ${[what, value, floor, ratio, goal, reached].join(' | ')} |`
    }),
  ]
}

function measuredOn(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `Measured on ${availableParallelism()} cores (${model}), Node ${process.versions.node}.`
}
