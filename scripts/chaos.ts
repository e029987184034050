/**
 * `npm run chaos -- --orders 2000 --seed 7 --database postgres --instances 2`: tests payments under all faults, audits
 * the state, prints the statistics and exits with 1 if a rule was broken. See docs/payments.md.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RULE_TEXT } from './chaos/audit-rules.ts'
import type { ChaosOptions } from './chaos/options.ts'
import { runChaos, type Report } from './chaos/run.ts'

const SHOWN_MAX = 20

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'embedded' },
    'database-url': { type: 'string' },
    instances: { type: 'string', default: '1' },
    kills: { type: 'string' },
    parallel: { type: 'string', default: '16' },
    speed: { type: 'string', default: '30' },
    /** File for the full snapshot, to investigate a violation. */
    snapshot: { type: 'string' },
  },
})

const orders = whole('orders', values.orders)
const options: ChaosOptions = {
  orders,
  seed: whole('seed', values.seed),
  database: values.database === 'postgres' || values['database-url'] ? 'postgres' : 'embedded',
  databaseUrl: values['database-url'] ?? null,
  instances: whole('instances', values.instances),
  kills: values.kills === undefined ? Math.ceil(orders / 100) : whole('kills', values.kills),
  parallel: whole('parallel', values.parallel),
  speed: whole('speed', values.speed),
  say,
}
if (options.instances > 1 && options.database === 'embedded')
  stop('The embedded database serves one process: --instances needs --database postgres.')

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(`Stopped by ${signal}.`))
const report = await runChaos(options)
print(report)
process.exit(report.violations.length > 0 ? 1 : 0)

function print({ violations, statistics, faults, counts, snapshot }: Report): void {
  for (const [what, value] of Object.entries(statistics)) say(`${what}: ${value}`)
  say('What the shoppers did and the shop logged:')
  for (const [what, times] of Object.entries(counts).sort()) say(`  ${what}: ${times}`)
  say('Faults injected:')
  for (const [kind, times] of Object.entries(faults)) say(`  ${kind}: ${times}`)
  if (values.snapshot)
    writeFileSync(
      values.snapshot,
      JSON.stringify(
        { violations, snapshot },
        (_, value: unknown) => (value instanceof Set ? [...value] : value),
        1,
      ),
    )
  say(`Violations: ${violations.length}`)
  for (const { rule, what, orderNumber } of violations.slice(0, SHOWN_MAX)) {
    say(`  ${RULE_TEXT[rule]}: ${what}${orderNumber === null ? '' : ` (${orderNumber})`}`)
    for (const entry of snapshot.shop.events.filter((each) => each.orderNumber === orderNumber))
      say(
        `      ${entry.at.toISOString()} ${entry.event}, by ${entry.source} ${JSON.stringify(entry.detail)}`,
      )
  }
  if (violations.length > 0)
    say(
      `Again with: npm run chaos -- --orders ${options.orders} --seed ${options.seed} --database ${options.database}` +
        ` --instances ${options.instances} --kills ${options.kills} --parallel ${options.parallel} --speed ${options.speed}`,
    )
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) stop(`--${name} takes a whole number.`)
  return number
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
