/** The shopping day: all shoppers sign up and check out, and the shop is killed at moments drawn by the seed. */
import { lineKeyOf } from '#domain/sizes.ts'
import { seededRandom } from './random.ts'
import type { GatewayControls } from './gateway.ts'
import type { Servers } from './instances.ts'
import type { ChaosOptions } from './options.ts'
import { runScenario, type Scenario } from './customer.ts'
import { signUp, type TestClient } from './client.ts'

/** A shopper comes back several times, so that carts hold the pieces of more than one order. */
const CHECKOUTS_PER_SHOPPER = 8
const SHOPPERS_MAX = 400
const SIGN_UPS_AT_ONCE = 4
/** The other kills happen in the following days. */
const KILLS_WHILE_SHOPPING = 0.7

interface ShoppingDeps {
  readonly options: ChaosOptions
  readonly servers: Servers
  readonly gateway: GatewayControls
  readonly siteUrl: string
  readonly count: (what: string) => void
}

export interface Shopped {
  readonly scenarios: readonly Scenario[]
  /** Pieces certainly put into carts, by shopper and line (`asha@example.in rings-801/12`). */
  readonly put: ReadonlyMap<string, number>
}

export async function shopping({
  options,
  servers,
  gateway,
  siteUrl,
  count,
}: ShoppingDeps): Promise<Shopped> {
  const { orders, seed, parallel, say } = options
  const scenarios: Scenario[] = []
  const put = new Map<string, number>()
  // At least two, so that each has another client.
  const shoppers = Math.min(SHOPPERS_MAX, Math.max(2, Math.ceil(orders / CHECKOUTS_PER_SHOPPER)))
  const clients: TestClient[] = []
  // Password hashing is slow on purpose.
  await atOnce(Math.min(parallel, SIGN_UPS_AT_ONCE), shoppers, async (index) => {
    clients[index] = await signUp(siteUrl, `shopper-${index}`)
  })
  say(`${shoppers} shoppers have signed up.`)

  const killAt = killMoments(options)
  let begun = 0
  const killing: Promise<void>[] = []
  // Shoppers run sequentially in each slot; a shopper's own checkouts are sequential, sometimes two concurrently.
  await atOnce(parallel, shoppers, async (index) => {
    const own = Array.from({ length: orders }, (_, checkout) => checkout).filter(
      (checkout) => checkout % shoppers === index,
    )
    const random = seededRandom(seed, 'shopper', index)
    while (own.length > 0) {
      const together = own.splice(0, random.happens(0.1) ? 2 : 1)
      await Promise.all(together.map((checkout) => oneCheckout(index, checkout)))
    }
  })
  await Promise.all(killing)
  return { scenarios, put }

  async function oneCheckout(index: number, checkout: number): Promise<void> {
    const [client, otherClient] = [clients[index], clients[(index + 1) % shoppers]]
    if (!client || !otherClient) throw new Error('No client was created')
    begun += 1
    if (begun % 500 === 0) say(`  ${begun} of ${orders}, ${servers.kills()} kills`)
    while (killAt[0] !== undefined && killAt[0] <= begun) {
      killAt.shift()
      killing.push(servers.kill())
    }
    const played = await runScenario({
      seed,
      checkout,
      client,
      otherClient,
      gateway,
      siteUrl,
      count,
      onCart(line) {
        const piece = `${client.email} ${lineKeyOf(line)}`
        put.set(piece, (put.get(piece) ?? 0) + line.quantity)
      },
    })
    scenarios.push(...played)
    for (const { plan } of played) count(`plan: ${plan}`)
  }
}

function killMoments({ kills, seed, orders }: ChaosOptions): number[] {
  const random = seededRandom(seed, 'kills')
  return Array.from({ length: Math.round(kills * KILLS_WHILE_SHOPPING) }, () =>
    random.between(1, orders),
  ).sort((one, other) => one - other)
}

/** Runs `work` for 0 to `count` - 1, at most `slots` at a time. */
async function atOnce(slots: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: slots }, async () => {
      while (next < count) await work(next++)
    }),
  )
}
