/**
 * `npm run audit -- --from 2026-11-01 --to 2026-11-30`: compares the gateway's orders, payments and refunds with the
 * database, both ways, and ends with 1 where they differ. `--repair` does what is safe; See docs/operations.md.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRupees } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'
import { audit, type AuditReport, type DifferenceKind, type Repair } from '#server/checkout/audit.ts'
import { createRazorpay } from '#server/checkout/razorpay.ts'
import { DataFolderInUseError } from '#server/db/folder-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { readEnvironment, InvalidSettingError, type Environment } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { StartupError, checkStartup } from '#server/startup-checks.ts'
import { readSettingsFile } from './site/build.ts'

const DAYS = 30

const TEXTS: Record<DifferenceKind, { readonly is: string; readonly todo: string }> = {
  'order lost': {
    is: 'was captured for an order that the database does not have.',
    todo: 'Restore a newer backup, or write to the payer (the gateway has the address), or refund it: --repair --refund-unknown.',
  },
  'order unbound': {
    is: 'was captured on a gateway order that the database has lost.',
    todo: '--repair binds it to its order again and settles that.',
  },
  'payment unsettled': {
    is: 'was captured, and neither pays its order nor is due for a refund.',
    todo: '--repair asks the gateway about the order and settles it.',
  },
  'refund unknown': {
    is: 'was refunded, or the refund failed, without the database knowing.',
    todo: '--repair records it: ledger, order page and email.',
  },
  'refund missing': {
    is: 'was sent back by the shop, but the gateway still has the money.',
    todo: '--repair asks again; what has failed is sent once more.',
  },
  'refund overdue': {
    is: 'has been due for more than a day; the gateway does not take the refund.',
    todo: 'See the log for “refund not sent”. Usually the balance of the account is too low.',
  },
  'money kept': {
    is: 'failed at the bank, and the order that it refunded still shows as refunded.',
    todo: 'Make the refund again on the dashboard.',
  },
  'payment unknown to the gateway': {
    is: 'completed an order, but the gateway does not have it as captured, or with another amount.',
    todo: 'Look at the dashboard before the pieces leave: orders of test keys look like this too.',
  },
}

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    repair: { type: 'boolean', default: false },
    'refund-unknown': { type: 'boolean', default: false },
  },
})
if (values['refund-unknown'] && !values.repair) stop('--refund-unknown needs --repair beside it.')
const repair: Repair = values['refund-unknown'] ? 'unknown money' : values.repair ? 'safe' : 'nothing'
const now = new Date()
const period = {
  from: values.from === undefined ? new Date(now.getTime() - DAYS * DAY_MS) : dayIn('from', values.from),
  // The day itself is part of the period.
  to:
    values.to === undefined
      ? now
      : new Date(Math.min(now.getTime(), dayIn('to', values.to).getTime() + DAY_MS)),
}
if (period.from >= period.to) stop('--from must be before --to, and in the past.')

try {
  readSettingsFile()
  const env = readEnvironment(process.env)
  // To an empty database, opened for want of DATABASE_URL, all money is unknown.
  if (repair === 'unknown money') checkStartup(env, null)
  process.exitCode = await run(env)
} catch (error) {
  if (
    !(
      error instanceof InvalidSettingError ||
      error instanceof DataFolderInUseError ||
      error instanceof StartupError
    )
  )
    throw error
  stop(error.message)
}

async function run(env: Environment): Promise<number> {
  const gateway = await openGateway(env)
  const database = await openDatabase({ url: env.databaseUrl, folder: join(env.dataFolder, 'database') })
  try {
    const log = createLog('error', (line) => process.stderr.write(line))
    const parts = { db: database.db, log, now: () => new Date(), siteUrl: env.siteUrl }
    const result = await audit({ ...parts, gateway: createRazorpay(gateway.settings) }, period, repair)
    if (!result.ok) {
      say(`The gateway did not answer, so nothing is known: ${result.error.kind}, ${result.error.detail}.`)
      return 1
    }
    print(result.value)
    return result.value.left.length > 0 ? 1 : 0
  } finally {
    await database.close()
    await gateway.close()
  }
}

/** Where Razorpay is not configured, the sandbox with its store beside the shop's data. */
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

function print({ found, left, payments }: AuditReport): void {
  say(`${period.from.toISOString()} to ${period.to.toISOString()}: ${payments} payments compared.`)
  for (const difference of found) {
    const { kind, orderNumber, gatewayId, amount } = difference
    const isLeft = left.some((each) => each.kind === kind && each.gatewayId === gatewayId)
    say(`${gatewayId}, ${formatRupees(amount)}, order ${orderNumber}: ${TEXTS[kind].is}`)
    say(isLeft ? `  To do: ${TEXTS[kind].todo}` : '  Repaired.')
  }
  say(left.length === 0 ? 'The books agree.' : `Differences: ${left.length}.`)
}

function dayIn(name: string, text: string): Date {
  const day = new Date(`${text}T00:00:00+05:30`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime()))
    stop(`--${name} takes a day, as 2026-11-01.`)
  return day
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
