/** Writes the table of docs/operations.md; the text around it is written by hand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../console.ts'
import { PARTS } from './parts.ts'
import type { DrillReport } from './run.ts'

const DOCUMENT = join(ROOT, 'docs/operations.md')
const [START, END] = ['<!-- drill -->', '<!-- /drill -->']

/** Throws if the document has no markers for it. */
export function writeResults({ parts, statistics, violations, acknowledged, lost }: DrillReport): void {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [from, to] = [text.indexOf(START), text.indexOf(END)]
  if (from === -1 || to === -1) throw new Error(`docs/operations.md has no ${START} … ${END}`)
  const rows = parts.map(({ name, outageMs, calls, failed, pages, failedPages, replicaReads }) => {
    const { title, goalMs } = PARTS[name]
    const reached = outageMs <= goalMs ? 'yes' : '**no**'
    const outage = `${(outageMs / 1000).toFixed(1)} s`
    return `| ${title} (\`${name}\`) | ${outage} | ${goalMs / 1000} s | ${reached} | ${failed} of ${calls} | ${failedPages} of ${pages} | ${replicaReads.answered} of ${replicaReads.all} |`
  })
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const section = [
    START,
    '',
    '| Event | Longest time without success | Goal | Reached | Failed calls | Failed pages | Reads by replicas |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `Afterwards: ${statistics['orders placed']} orders, ${statistics['rupees captured']} rupees captured, ` +
      `${violations.length} violations found by the audit; of ${acknowledged} changes that were acknowledged beside, ${lost} are lost.`,
    '',
    `Measured on ${availableParallelism()} cores (${model}) that run all machines together.`,
    '',
  ]
  writeFileSync(DOCUMENT, text.slice(0, from) + section.join('\n') + text.slice(to))
}
