/**
 * The rehearsal: shoppers by the thousand, a gateway, couriers and a mail server that misbehave, and a shop that is
 * killed without warning; then days go by until all is quiet, and the books are audited.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultInput } from '#sandbox/faults.ts'
import { openDatabase } from '#server/db/open.ts'
import { repeatDeliveries, violationsIn, type Violation } from './audit.ts'
import { chanceOf } from './chance.ts'
import { setAhead, shownBy, type Clock } from './clock.ts'
import { openDoor, type Door } from './door.ts'
import {
  lettersOf,
  pendingIn,
  shopBooks,
  unpaidGatewayOrders,
  type Evidence,
  type Pending,
} from './evidence.ts'
import { controlsOf, type GatewayControls } from './gateway.ts'
import { createDatabase, startPostgres, type Postgres } from './postgres.ts'
import {
  freePort,
  startSandboxProcess,
  startShopProcess,
  type ShopProcess,
  type ShopSettings,
} from './processes.ts'
import { goShopping, type Story } from './shopper.ts'
import { signUp, type Visitor } from './visitor.ts'

export interface RehearsalOptions {
  readonly orders: number
  readonly seed: number
  readonly database: 'embedded' | 'postgres'
  /** A PostgreSQL server to make a database on; null: one is started for the rehearsal. */
  readonly databaseUrl: string | null
  /** Servers side by side; more than one needs PostgreSQL. */
  readonly instances: number
  readonly kills: number
  /** Shoppers at the same time. */
  readonly parallel: number
  /** How much faster the shop's clock runs. */
  readonly speed: number
  readonly say: (line: string) => void
}

export interface Report {
  readonly violations: readonly Violation[]
  readonly figures: Readonly<Record<string, string | number>>
  readonly faults: Readonly<Record<string, number>>
  readonly evidence: Evidence
}

/** Chances of the sandbox's faults; those of an order are drawn once for each, the others for each request. */
const FAULTS: FaultInput = {
  rates: {
    'webhook-before-handler': 0.15,
    'webhook-duplicate': 0.15,
    'webhook-reordered': 0.15,
    'webhook-delayed': 0.1,
    'webhook-never': 0.1,
    'handler-never': 0.08,
    'late-authorisation': 0.05,
    'stuck-authorised': 0.1,
    'double-capture': 0.06,
    'wrong-amount': 0.03,
    'refund-failed': 0.1,
    'clock-skew': 0.1,
    'api-5xx': 0.04,
    'api-timeout': 0.02,
    'api-dropped': 0.03,
    'courier-no-service': 0.01,
    'courier-http-404': 0.5,
    'courier-empty': 0.01,
    'courier-token-expired': 0.02,
    'courier-slow': 0.03,
    'courier-5xx': 0.03,
    'mail-4xx': 0.08,
    'mail-5xx': 0.03,
    'mail-slow': 0.03,
  },
  // What takes seconds and minutes outside takes less here, as the shop's clock runs faster.
  timing: {
    webhookAfterMs: 60,
    webhookDelayMs: 3000,
    webhookRetryMs: 200,
    lateAuthorisationMs: 3000,
    refundFailsMs: 1000,
    hangMs: 400,
    slowMs: 250,
  },
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Past the three days after which an unpaid order is given up, and past the seven for which every order is watched. */
const EXPIRED_MS = 3.1 * DAY_MS
const WATCHED_MS = 7.1 * DAY_MS

/** A shopper comes back several times, so that carts hold more than one order's pieces. */
const CHECKOUTS_PER_SHOPPER = 8
const SHOPPERS_MAX = 400
/** Of those who never paid, so many do after days, in a dialog left open. */
const LATE_PAYERS = 0.3
const KILLS_WHILE_SHOPPING = 0.7
const KILLS_PER_ROUND = 3
const ROUND_MAX_S = 20
const QUIET_ROUNDS_MAX = 60

/** Lines of the log that tell of a bug rather than of an outside service in trouble. */
const BUG_LINES = new Set([
  'unexpected error',
  'unhandled rejection',
  'job failed',
  'reconciliation failed',
  'webhook work failed',
  'auth failed',
])

export async function rehearse(options: RehearsalOptions): Promise<Report> {
  const startedAt = performance.now()
  const { seed, say } = options
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-rehearsal-'))
  const tidy = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', tidy)
  const door = await openDoor()
  const siteUrl = `http://localhost:${door.port}`
  const sandbox = await startSandboxProcess(siteUrl)
  const gateway = controlsOf(sandbox.addresses.url)
  await gateway.setFaults({ ...FAULTS, seed })
  const postgres = await openServer(options)

  const counts = new Map<string, number>()
  const count = (what: string, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times)
  const bugs: string[] = []
  const shop = createShop({
    options,
    door,
    settings: {
      siteUrl,
      dataFolder: folder,
      databaseUrl: postgres?.url ?? null,
      outside: sandbox.addresses,
      onLog(line) {
        const what = /"what":"([^"]*)"/.exec(line)?.[1] ?? ''
        if (BUG_LINES.has(what)) bugs.push(line)
        else count(`log: ${what}`)
      },
      onCrash: (what) => bugs.push(what),
    },
  })

  try {
    await shop.open()
    const { stories, put } = await shopping({ options, shop, gateway, siteUrl, count })
    say(`${stories.length} checkouts are begun; now the evening.`)
    await quieted({ until: isCalm, killing: true, retriedAfterMs: HOUR_MS / 4 })

    const chance = chanceOf(seed, 'late payers')
    const late = (await shop.read(unpaidGatewayOrders)).filter(() => chance.happens(LATE_PAYERS))
    const pay = async (ids: readonly string[]) => {
      for (const id of ids) await gateway.pay(id, 'success')
    }
    // Some pay on the third day while the shop is closed, some after their order was given up.
    await pay(late.filter((_, index) => index % 2 === 0))
    shop.setAhead(EXPIRED_MS)
    say('Three days later.')
    await quieted({
      until: (pending) => isCalm(pending) && pending.open === 0,
      killing: true,
      retriedAfterMs: DAY_MS / 4,
    })
    await pay(late.filter((_, index) => index % 2 === 1))
    await quieted({ until: isCalm, killing: false, retriedAfterMs: HOUR_MS })

    shop.setAhead(WATCHED_MS)
    say('A week later.')
    await quieted({
      until: (pending) => isCalm(pending) && pending.letters + pending.watched === 0,
      killing: false,
      // A refund is watched for a week of its own.
      retriedAfterMs: 4 * DAY_MS,
      release: true,
    })

    const evidence = await collected()
    const faults = await gateway.faultCounts()
    return { violations: violationsIn(evidence), figures: figuresOf(evidence, faults), faults, evidence }

    async function collected(): Promise<Evidence> {
      const emails = [...new Set(stories.map(({ shopper }) => shopper))]
      return {
        stories,
        put,
        gateway: await gateway.books(),
        letters: await lettersOf(gateway, emails),
        shop: await shop.read(shopBooks),
        kills: shop.kills(),
        bugs,
      }
    }
  } finally {
    await shop.close()
    await postgres?.stop()
    await sandbox.close()
    await door.close()
    tidy()
    process.off('exit', tidy)
  }

  /** Lets the shop work, and looks into its books in between, until there is nothing left; leaves it closed. */
  async function quieted({ until, killing, retriedAfterMs, release = false }: Quieting): Promise<void> {
    let seconds = 3
    for (let round = 0; round < QUIET_ROUNDS_MAX; round += 1) {
      await shop.open()
      // Whatever waits at the gateway for a delay or a retry comes now.
      await gateway.hurry({ release })
      for (let times = killing ? KILLS_PER_ROUND : 0; times > 0 && shop.killsLeft() > 0; times -= 1)
        await shop.kill()
      await wait(seconds * 1000)
      await shop.close()
      const pending = await shop.read(pendingIn)
      const waiting = (await gateway.books()).webhooks.waiting
      if (waiting === 0 && until(pending)) return
      const { webhooks, refunds, letters, open, watched } = pending
      say(
        `  still to do: ${webhooks + waiting} webhooks, ${refunds} refunds, ${letters} letters, ${open} orders open, ${watched} watched`,
      )
      // What met trouble is tried again after a while.
      shop.setAhead(retriedAfterMs)
      seconds = Math.min(ROUND_MAX_S, 3 + (open + watched + webhooks) / 100)
    }
    say('  It does not become quiet; audited as it is.')
  }

  function figuresOf(evidence: Evidence, faults: Report['faults']): Report['figures'] {
    const { shop, gateway: books, stories, letters, kills } = evidence
    const captured = books.payments.filter((payment) => payment.captured)
    const completed = shop.orders.filter(({ status }) => status === 'completed')
    const failed = books.refunds.filter(({ status }) => status === 'failed')
    return {
      checkouts: stories.length,
      'orders placed': shop.orders.length,
      'orders completed': completed.length,
      'orders given up unpaid': shop.orders.filter(({ status }) => status === 'cancelled').length,
      'payments captured': captured.length,
      'rupees captured': inRupees(captured.map(({ amount }) => amount)),
      'rupees of completed orders': inRupees(completed.map(({ total }) => total)),
      'rupees sent back by the shop': inRupees(shop.refunds.map(({ amount }) => amount)),
      'refunds by the shop': shop.refunds.length,
      'refunds that failed at the bank and were sent again': failed.length,
      'webhooks delivered': books.webhooks.delivered,
      'letters delivered': letters.length,
      'letters delivered again after a kill': repeatDeliveries(evidence),
      'faults injected': Object.values(faults).reduce((sum, times) => sum + times, 0),
      kills,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      ...Object.fromEntries([...counts].sort()),
    }
  }
}

function inRupees(amounts: readonly number[]): string {
  return (amounts.reduce((sum, amount) => sum + amount, 0) / 100).toFixed(2)
}

interface ShoppingParts {
  readonly options: RehearsalOptions
  readonly shop: Shop
  readonly gateway: GatewayControls
  readonly siteUrl: string
  readonly count: (what: string) => void
}

async function shopping({ options, shop, gateway, siteUrl, count }: ShoppingParts) {
  const { orders, seed, parallel, say } = options
  const stories: Story[] = []
  const put = new Map<string, number>()
  const shoppers = Math.min(SHOPPERS_MAX, Math.ceil(orders / CHECKOUTS_PER_SHOPPER))
  const visitors: Visitor[] = []
  await atOnce(parallel, shoppers, async (index) => {
    visitors[index] = await signUp(siteUrl, `shopper-${index}`)
  })
  say(`${shoppers} shoppers have signed up.`)

  const killAt = killMoments(options)
  let begun = 0
  const killing: Promise<void>[] = []
  // Each lane is one shopper after another; a shopper's own checkouts follow one another, sometimes two at once.
  await atOnce(parallel, shoppers, async (index) => {
    const own = Array.from({ length: orders }, (_, checkout) => checkout).filter(
      (checkout) => checkout % shoppers === index,
    )
    const chance = chanceOf(seed, 'shopper', index)
    while (own.length > 0) {
      const together = own.splice(0, chance.happens(0.1) ? 2 : 1)
      await Promise.all(together.map((checkout) => oneCheckout(index, checkout)))
    }
  })
  await Promise.all(killing)
  return { stories, put }

  async function oneCheckout(index: number, checkout: number): Promise<void> {
    const [visitor, stranger] = [visitors[index], visitors[(index + 1) % shoppers]]
    if (!visitor || !stranger) throw new Error('Nobody there')
    begun += 1
    if (begun % 500 === 0) say(`  ${begun} of ${orders}, ${shop.kills()} kills`)
    while (killAt[0] !== undefined && killAt[0] <= begun) {
      killAt.shift()
      killing.push(shop.kill())
    }
    const story = await goShopping({
      seed,
      checkout,
      visitor,
      stranger,
      gateway,
      siteUrl,
      count,
      onCart({ type, id, quantity }) {
        const piece = `${visitor.email} ${type}-${id}`
        put.set(piece, (put.get(piece) ?? 0) + quantity)
      },
    })
    stories.push(story)
    count(`plan: ${story.plan}`)
  }
}

function killMoments({ kills, seed, orders }: RehearsalOptions): number[] {
  const chance = chanceOf(seed, 'kills')
  return Array.from({ length: Math.round(kills * KILLS_WHILE_SHOPPING) }, () =>
    chance.between(1, orders),
  ).sort((one, other) => one - other)
}

/** Does the pieces of work 0 to `pieces` - 1, so many at the same time. */
async function atOnce(lanes: number, pieces: number, work: (piece: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < pieces) await work(next++)
    }),
  )
}

async function openServer({ database, databaseUrl }: RehearsalOptions): Promise<Postgres | null> {
  if (database === 'embedded') return null
  return databaseUrl === null ? startPostgres() : createDatabase(databaseUrl)
}

interface Quieting {
  readonly until: (pending: Pending) => boolean
  readonly killing: boolean
  readonly retriedAfterMs: number
  /** What nobody captured goes back. */
  readonly release?: boolean
}

function isCalm({ webhooks, refunds }: Pending): boolean {
  return webhooks + refunds === 0
}

/** All instances of the shop, which open and close together and are killed one by one. */
interface Shop {
  open(): Promise<void>
  close(): Promise<void>
  /** One of them, by chance; it is opened again. Waits where another kill is under way. */
  kill(): Promise<void>
  kills(): number
  killsLeft(): number
  /** Sets the clock ahead; only while closed. */
  setAhead(byMs: number): void
  /** Opens the database while the shop is closed. */
  read<Facts>(look: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Facts>): Promise<Facts>
}

function createShop(parts: {
  readonly options: RehearsalOptions
  readonly settings: ShopSettings
  readonly door: Door
}): Shop {
  const { options, settings, door } = parts
  const chance = chanceOf(options.seed, 'which and when')
  let clock: Clock = { at: Date.now(), shows: Date.now(), speed: options.speed }
  let instances: ShopProcess[] = []
  let kills = 0
  let busy: Promise<void> = Promise.resolve()

  const start = (port: number) => startShopProcess(settings, { port, clock })
  const lead = () => door.leadsTo(instances.map(({ port }) => port))

  async function killOne(): Promise<void> {
    await wait(chance.between(0, 400))
    const victim = instances[chance.between(0, instances.length - 1)]
    if (!victim) return
    kills += 1
    instances = instances.filter((each) => each !== victim)
    lead()
    await victim.kill()
    await wait(chance.between(0, 300))
    instances = [...instances, await start(victim.port)]
    lead()
  }

  return {
    async open() {
      for (let count = instances.length; count < options.instances; count += 1)
        instances.push(await start(await freePort()))
      lead()
    },
    async close() {
      await busy
      door.leadsTo([])
      const open = instances
      instances = []
      await Promise.all(open.map((each) => each.close()))
    },
    kill() {
      busy = busy.then(killOne)
      return busy
    },
    kills: () => kills,
    killsLeft: () => options.kills - kills,
    setAhead(byMs) {
      const ours = Date.now()
      clock = setAhead(clock, { to: shownBy(clock, ours) + byMs, ours })
    },
    async read(look) {
      const database = await openDatabase({
        url: settings.databaseUrl,
        folder: join(settings.dataFolder, 'database'),
      })
      try {
        return await look(database.db)
      } finally {
        await database.close()
      }
    },
  }
}
