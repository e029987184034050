/**
 * `npm run drill`: the high-availability deployment on this machine, with shoppers, and one failure after another;
 * writes the table of docs/operations.md. `npm run drill -- primary-killed network-cut` runs only those parts and
 * writes nothing. For root on Debian, because it creates networks; it installs what is missing. Exits with 1 if a goal
 * is missed, acknowledged data is lost, or the audit finds a violation.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RULE_TEXT } from './chaos/audit-rules.ts'
import { print, run, secondsSince } from './console.ts'
import { writeResults } from './drill/document.ts'
import { PARTS, type PartName } from './drill/parts.ts'
import { runDrill, type DrillReport } from './drill/run.ts'
import { readSettingsFile } from './settings-file.ts'
import { buildWhereNeeded } from './site/build.ts'
import { installDebianPackages } from './testing/machine.ts'

const PACKAGES = {
  etcd: ['etcd-server'],
  patroni: ['patroni', 'python3-etcd'],
  haproxy: ['haproxy'],
  pgbouncer: ['pgbouncer'],
  postgres: ['postgresql'],
  iptables: ['iptables'],
  ip: ['iproute2'],
}
const SHOWN_MAX = 20

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    /** Seconds for which the gateway is unavailable. */
    'gateway-away': { type: 'string', default: '120' },
    /** A folder for logs and data, which is kept. */
    keep: { type: 'string' },
  },
})
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) stop(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(`Stopped by ${signal}.`))

await installPrograms()
readSettingsFile()
await buildWhereNeeded()
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true })
const startedAt = performance.now()
const report = await runDrill({
  // Keys of PARTS, as checked above.
  parts: (names.length > 0 ? names : Object.keys(PARTS)) as PartName[],
  gatewayAwayMs: 1000 * Number(values['gateway-away']),
  seed: Number(values.seed),
  keep: values.keep ?? null,
  say: print,
})
printReport(report)
if (names.length === 0) writeResults(report)
const hasFailed =
  report.lost > 0 ||
  report.violations.length > 0 ||
  report.parts.some(({ name, outageMs }) => outageMs > PARTS[name].goalMs)
process.exit(hasFailed ? 1 : 0)

function printReport({ statistics, violations, acknowledged, lost }: DrillReport): void {
  for (const [what, value] of Object.entries(statistics)) print(`${what}: ${value}`)
  print(`Changes acknowledged: ${acknowledged}, of them lost: ${lost}`)
  print(`Violations: ${violations.length}`)
  for (const { rule, what, orderNumber } of violations.slice(0, SHOWN_MAX))
    print(`  ${RULE_TEXT[rule]}: ${what}${orderNumber === null ? '' : ` (${orderNumber})`}`)
  print(`Done in ${secondsSince(startedAt)}.`)
}

async function installPrograms(): Promise<void> {
  if (process.getuid?.() !== 0) stop('The drill makes networks: run it as root.')
  const missing: string[] = []
  for (const [program, packages] of Object.entries(PACKAGES))
    if (!(await isInstalled(program))) missing.push(...packages)
  if (missing.length > 0 && !(await installDebianPackages(missing)))
    stop(`Install these first: ${missing.join(', ')}.`)
}

/** Debian installs PostgreSQL's programs outside the PATH. */
async function isInstalled(program: string): Promise<boolean> {
  const script = 'command -v "$1" || ls /usr/lib/postgresql/*/bin/"$1"'
  return (await run('sh', ['-c', script, 'sh', program])).code === 0
}

function stop(line: string): never {
  print(line)
  process.exit(2)
}
