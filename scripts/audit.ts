/**
 * `npm run audit -- --from 2026-11-01 --to 2026-11-30`: compares the gateway's orders, payments and refunds with the
 * database, both ways, and exits with 1 if they differ. `--repair` makes the safe repairs. See docs/payments.md.
 * `npm run audit -- --log` verifies the audit log of the desk instead. See docs/desk.md.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRupees } from '#domain/money.ts'
import { DAY_MS, parseIndiaTime } from '#domain/time.ts'
import { audit, type AuditReport, type DifferenceKind, type Repair } from '#server/payments/audit.ts'
import { createRazorpay } from '#server/gateway/razorpay.ts'
import { verifyChain } from '#server/desk/audit-log.ts'
import type { Environment } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { checkStartup } from '#server/startup-checks.ts'
import { openConfiguredDatabase, runCommand } from './command.ts'

const DAYS = 30

const TEXTS: Record<DifferenceKind, { readonly is: string; readonly action: string }> = {
  'order lost': {
    is: 'was captured for an order that the database does not have.',
    action:
      'Restore a newer backup, or write to the payer (the gateway has the address), or refund it: --repair --refund-unknown.',
  },
  'gateway order unlinked': {
    is: 'was captured on a gateway order that the database has lost.',
    action: '--repair links it to its order again and reconciles that.',
  },
  'payment not applied': {
    is: 'was captured, and neither pays its order nor is due for a refund.',
    action: '--repair reconciles the order with the gateway.',
  },
  'refund unknown': {
    is: 'was refunded, or the refund failed, without the database knowing.',
    action: '--repair records it: order event, order page and email.',
  },
  'refund missing': {
    is: 'was refunded by the shop, but the gateway still has the money.',
    action: '--repair asks again; what has failed is sent once more.',
  },
  'refund overdue': {
    is: 'has been due for more than a day; the gateway does not take the refund.',
    action: 'See the log for “refund not sent”. Usually the balance of the account is too low.',
  },
  'refund failed': {
    is: 'failed at the bank after its order was refunded, and was not made again.',
    action: 'Make the refund again at the desk, where Today lists it.',
  },
  'refunded more than paid': {
    is: 'was refunded more than once: by the gateway, by the shop itself or by the bank after a dispute.',
    action: 'Look at the refunds and disputes of the order, and ask the customer for what was paid too much.',
  },
  'credit note missing': {
    is: 'was refunded in part or in full, and no credit note covers this amount of its invoice.',
    action: '--repair issues the credit note.',
  },
  'payment unknown to the gateway': {
    is: 'completed an order, but the gateway has no such capture, or a different amount.',
    action: 'Look at the dashboard before the pieces leave: orders of test keys look like this too.',
  },
}

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    repair: { type: 'boolean', default: false },
    'refund-unknown': { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
  },
})
if (values['refund-unknown'] && !values.repair) fail('--refund-unknown needs --repair beside it.')
const repair: Repair = values['refund-unknown'] ? 'unknown money' : values.repair ? 'safe' : 'nothing'
const now = new Date()
const period = {
  from: values.from === undefined ? new Date(now.getTime() - DAYS * DAY_MS) : parseDay('from', values.from),
  // Inclusive.
  to:
    values.to === undefined
      ? now
      : new Date(Math.min(now.getTime(), parseDay('to', values.to).getTime() + DAY_MS)),
}
if (period.from >= period.to) fail('--from must be before --to, and in the past.')

await runCommand(async (env) => {
  // Without DATABASE_URL an empty database opens, in which all money is unknown.
  if (repair === 'unknown money') checkStartup(env, null)
  process.exitCode = values.log ? await verifyLog(env) : await run(env)
})

async function run(env: Environment): Promise<number> {
  const gateway = await openGateway(env)
  const database = await openConfiguredDatabase(env)
  try {
    const log = createLog('error', (line) => process.stderr.write(line))
    const parts = { db: database.db, log, now: () => new Date(), siteUrl: env.siteUrl }
    const result = await audit({ ...parts, gateway: createRazorpay(gateway.settings) }, period, repair)
    if (!result.ok) {
      print(`The gateway did not answer, so nothing is known: ${result.error.kind}, ${result.error.detail}.`)
      return 1
    }
    report(result.value)
    return result.value.left.length > 0 ? 1 : 0
  } finally {
    await database.close()
    await gateway.close()
  }
}

async function verifyLog(env: Environment): Promise<number> {
  const database = await openConfiguredDatabase(env)
  try {
    const { entries, brokenAt, hash } = await verifyChain(database.db)
    print(
      brokenAt === null
        ? `The audit log is whole: ${entries} entries, the newest with hash ${hash || 'none'}.`
        : `The audit log is broken at entry ${brokenAt}: it was changed, or entries before it are missing.`,
    )
    return brokenAt === null ? 0 : 1
  } finally {
    await database.close()
  }
}

/** If Razorpay is not configured, the sandbox with its store in the shop's data folder. */
async function openGateway(env: Environment) {
  if (env.razorpay) return { settings: env.razorpay, close: async () => {} }
  const { startSandbox } = await import('#sandbox/sandbox.ts')
  mkdirSync(env.dataFolder, { recursive: true })
  const sandbox = await startSandbox({
    port: 0,
    storeFile: join(env.dataFolder, 'sandbox.sqlite'),
    shopUrl: env.siteUrl,
    providers: ['razorpay'],
  })
  const { scriptUrl, ...settings } = sandbox.razorpay
  return { settings: { ...settings, checkoutScriptUrl: scriptUrl }, close: () => sandbox.close() }
}

function report({ found, left, payments }: AuditReport): void {
  print(`${period.from.toISOString()} to ${period.to.toISOString()}: ${payments} payments compared.`)
  for (const difference of found) {
    const { kind, orderNumber, gatewayId, amount } = difference
    const isLeft = left.some((each) => each.kind === kind && each.gatewayId === gatewayId)
    print(`${gatewayId}, ${formatRupees(amount)}, order ${orderNumber}: ${TEXTS[kind].is}`)
    print(isLeft ? `  To do: ${TEXTS[kind].action}` : '  Repaired.')
  }
  print(left.length === 0 ? 'The books agree.' : `Differences: ${left.length}.`)
}

function parseDay(name: string, text: string): Date {
  return parseIndiaTime(`${text} 00:00`) ?? fail(`--${name} takes a day, as 2026-11-01.`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
