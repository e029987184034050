/**
 * `npm run demo`: creates two months of sample trade, to try the desk: customers buy, pay, cancel and return, staff set
 * rates, pack, ship and refund, all through the real calls, with the sandbox as gateway and courier. It is created in
 * its own folder; `npm run demo -- --days 14 --orders 3` creates less.
 */
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY_MS } from '#domain/time.ts'
import { InvalidSettingError, readEnvironment } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { startServer } from '#server/start.ts'
import { StartupError } from '#server/startup-checks.ts'
import { ROOT, print, secondsSince } from './console.ts'
import { startClock } from './demo/clock.ts'
import { sendDemoNewsletter } from './demo/newsletter.ts'
import { openDesk, PASSWORD } from './demo/staff.ts'
import { trade } from './demo/trade.ts'

/** Lets jobs finish the work of the last call. */
const SETTLE_MS = 5000

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '60' },
    /** Placed per day, on average. */
    orders: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: 'data/demo' },
  },
})

try {
  await makeDemo()
  process.exit(0)
} catch (error) {
  if (!(error instanceof StartupError || error instanceof InvalidSettingError)) throw error
  print(error.message)
  process.exit(1)
}

async function makeDemo(): Promise<void> {
  const startedAt = performance.now()
  const folder = resolve(ROOT, values.folder)
  if (existsSync(folder))
    throw new StartupError(`${folder} already exists. Delete it, or choose another with --folder.`)
  const days = whole('days', values.days)
  const until = new Date()
  const clock = startClock(new Date(until.getTime() - (days + 1) * DAY_MS))
  // Without any provider settings: no customer or courier is contacted.
  const { PORT, HOST, SANDBOX_PORT } = process.env
  const env = readEnvironment({
    PORT,
    HOST,
    SANDBOX_PORT,
    DATA_DIR: folder,
    SERVE_PAGES: 'false',
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: '100000',
  })
  const server = await startServer({ env, log: createLog(env.logLevel) })
  const { ownerLink } = server
  if (ownerLink === null) throw new Error('A new shop has no staff')
  const { siteUrl } = env
  const sandboxUrl = `http://localhost:${env.sandboxPort}`
  const desk = await openDesk({ siteUrl, sandboxUrl, clock, ownerLink })
  const counts = await trade({
    siteUrl,
    sandboxUrl,
    clock,
    desk,
    days,
    ordersPerDay: whole('orders', values.orders),
    seed: whole('seed', values.seed),
    until,
    say: print,
  })
  const subscribers = await sendDemoNewsletter({ siteUrl, sandboxUrl, manager: desk.manager })
  await wait(SETTLE_MS)
  await server.close()
  for (const [what, count] of Object.entries({ ...counts, subscribers })) print(`${what}: ${count}`)
  print(`Made in ${secondsSince(startedAt)}. Open it with: DATA_DIR=${relative(ROOT, folder)} npm start`)
  print(`Sign in at ${siteUrl}/desk with the password ${PASSWORD}; an authenticator app takes the key:`)
  for (const { email, secret } of [desk.owner, desk.manager]) print(`  ${email}  ${secret}`)
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new StartupError(`--${name} takes a whole number from 1.`)
  return number
}
