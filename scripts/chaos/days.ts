/**
 * The days after the shopping, in which the shop finishes its remaining work, and its clock is set ahead while it is
 * closed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { FAULT_RATES } from './faults.ts'
import type { GatewayControls } from './gateway.ts'
import type { Servers } from './instances.ts'
import type { ChaosOptions } from './options.ts'
import { seededRandom } from './random.ts'
import {
  outboxRows,
  payingPayments,
  pendingIn,
  unpaidGatewayOrders,
  shippingAddresses,
  type OutboxRow,
  type Pending,
} from './snapshot.ts'
import { workInTheAfternoon, workInTheMorning } from './desk-parcels.ts'
import { workAtDesk } from './staff.ts'

/** Past the three days after which an unpaid order expires, and past the seven for which every order is reconciled. */
const EXPIRED_MS = 3.1 * DAY_MS
const RECONCILED_MS = 7.1 * DAY_MS
/** Tracking is polled at the latest after six hours. */
const TRACKING_MS = 7 * HOUR_MS
/** The share of paid orders that are partly refunded on the dashboard, and the amount in paise. */
const DASHBOARD_REFUNDS = 0.1
const PARTIAL_REFUND = 5000
/** The share of unpaid shoppers who pay after days, in a dialog left open. */
const LATE_PAYERS = 0.3

/** By dedupe key. The shop purges its outbox after a month, and a slow chaos run may take longer. */
export type Outbox = Map<string, OutboxRow>

interface World {
  readonly outbox: Outbox
  readonly options: ChaosOptions
  readonly servers: Servers
  readonly gateway: GatewayControls
  readonly siteUrl: string
}

/** Leaves the shop closed, with no work left. Returns the destinations of the orders on the first evening. */
export async function advanceDays(world: World): Promise<ReadonlyMap<string, string>> {
  const { options, servers, gateway } = world
  const { seed, say } = options
  const payAll = async (ids: readonly string[]) => {
    for (const id of ids) await gateway.pay(id, 'success')
  }

  say('The evening of the same day.')
  await untilIdle(world, { until: isIdle, killing: true, betweenMs: 15 * MINUTE_MS })
  const addresses = await servers.read(shippingAddresses)
  const random = seededRandom(seed, 'late payers')
  const late = (await servers.read(unpaidGatewayOrders)).filter(() => random.happens(LATE_PAYERS))

  const worked = await servers.read((db) => workAtDesk(db, { seed, siteUrl: world.siteUrl, at: new Date() }))
  for (const [what, times] of Object.entries(worked)) say(`  ${times} ${what}`)

  // Staff refund some orders in part on the dashboard while the shop is closed.
  const refunded = seededRandom(seed, 'dashboard refunds')
  for (const paymentId of await servers.read(payingPayments))
    if (refunded.happens(DASHBOARD_REFUNDS)) await gateway.refund(paymentId, PARTIAL_REFUND)

  // Half of them pay while the shop is closed, before it could expire their order; the others once it has begun to.
  await payAll(late.filter((_, index) => index % 2 === 0))
  servers.setAhead(EXPIRED_MS)
  say('Three days later.')
  await untilIdle(world, { until: isIdle, killing: true, betweenMs: 15 * MINUTE_MS })
  await payAll(late.filter((_, index) => index % 2 === 1))
  await workWithParcels(world)

  // At the end the providers have no faults, so that unfinished work is the shop's own failure.
  await gateway.setFaults({ timing: FAULT_RATES.timing })
  servers.setAhead(RECONCILED_MS)
  say('A week later.')
  const hasNothingPending = (pending: Pending) => isIdle(pending) && pending.emails + pending.watched === 0
  // A refund is reconciled for a week of its own.
  await untilIdle(world, { until: hasNothingPending, killing: true, betweenMs: RECONCILED_MS, release: true })
  return addresses
}

/** In the morning parcels are cancelled and sent; in the afternoon returned pieces are accepted. */
async function workWithParcels(world: World): Promise<void> {
  const { options, servers, gateway, siteUrl } = world
  const { seed, say } = options
  const shift = () => ({ seed, siteUrl, at: servers.now() })
  const tell = (done: Readonly<Record<string, number>>) => {
    for (const [what, times] of Object.entries(done)) say(`  ${times} ${what}`)
  }
  say('The next morning.')
  tell(await servers.read((db) => workInTheMorning(db, gateway, shift())))
  servers.setAhead(TRACKING_MS)
  await untilIdle(world, { until: isIdle, killing: true, betweenMs: 15 * MINUTE_MS })
  say('In the afternoon.')
  tell(await servers.read((db) => workInTheAfternoon(db, shift())))
}

function isIdle({ webhooks, refunds, parcels }: Pending): boolean {
  return webhooks + refunds + parcels === 0
}

interface Quieting {
  readonly until: (pending: Pending) => boolean
  readonly killing: boolean
  /** Moves the clock past the back-off of failed work before the shop reopens. */
  readonly betweenMs: number
  /** Uncaptured payments are refunded. */
  readonly release?: boolean
}

const KILLS_PER_ROUND = 3
const ROUND_MIN_S = 3
const ROUND_MAX_S = 20
const ROUNDS_MAX = 60

/** Lets the shop work, checking its state in between, until no work is left; leaves it closed. */
async function untilIdle(
  { options: { say }, servers, gateway, outbox }: World,
  { until, killing, betweenMs, release = false }: Quieting,
): Promise<void> {
  let seconds = ROUND_MIN_S
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await servers.open()
    for (let times = killing ? KILLS_PER_ROUND : 0; times > 0 && servers.killsLeft() > 0; times -= 1)
      await servers.kill()
    // Everything that waits at the gateway for a delay or a retry is delivered now.
    await gateway.hurry({ release })
    await wait(seconds * 1000)
    await servers.close()
    const { pending, mails } = await servers.read(async (db) => ({
      pending: await pendingIn(db),
      mails: await outboxRows(db),
    }))
    for (const mail of mails) outbox.set(mail.dedupeKey, mail)
    const { waiting } = (await gateway.state()).webhooks
    if (waiting === 0 && until(pending)) return
    const { webhooks, refunds, parcels, emails, open, watched } = pending
    say(
      `  still to do: ${webhooks + waiting} webhooks, ${refunds} refunds, ${parcels} calls to the courier, ${emails} emails; ` +
        `${open} orders open, ${watched} watched`,
    )
    // Only e-mails need their back-off.
    const hasMoneyPending = waiting > 0 || !isIdle(pending) || watched > 0
    servers.setAhead(hasMoneyPending ? betweenMs : Math.min(betweenMs, HOUR_MS))
    seconds = Math.min(ROUND_MAX_S, ROUND_MIN_S + (open + watched + webhooks) / 100 + emails / 10)
  }
  say('  Work is left after the last round; auditing the state as it is.')
}
