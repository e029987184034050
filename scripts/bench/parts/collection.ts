/** Cost of a collection of 100,000 products: publishing a rate, starting a server, memory and a page. */
import { once } from 'node:events'
import { join } from 'node:path'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { rupees } from '#domain/money.ts'
import { publish, seedOpeningCollection } from '#server/collection/editions.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { startPostgres } from '../../chaos/postgres.ts'
import { ROOT } from '../../console.ts'
import { memoryOf } from '../cpu.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'
import { startShop, untilPublished, type Shop } from '../shop.ts'

const PRODUCTS = 100_000
const FURTHER_PRODUCTS = 10_000
const SERVERS = 3
const RATES = [7400, 7350, 7450]
const LISTING = '/rings?metal=Platinum'
const LISTING_REQUESTS = 5
const FOLLOW_MAX_MS = 2000
/** How much publishing may slow the slowest pages; the servers share two cores here. */
const DELAY_MAX_MS = 50
const DELAY_METER = join(ROOT, 'scripts/bench/event-loop-delay.ts')

export const collection: Part = {
  title: 'A collection of 100,000 products',
  method: `The collection has ${PRODUCTS.toLocaleString('en-IN')} products, made from those of the opening collection, on a dedicated PostgreSQL.
${SERVERS} server processes follow it on the same machine.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const postgres = await startPostgres()
  const database = await openDatabase({ url: postgres.url, folder: null })
  const servers: Server[] = []
  try {
    const { db } = database
    await seedOpeningCollection(db, new Date())
    const imported = await time(() =>
      publishChanges(db, syntheticProducts(OPENING_CONTENT.products.length, PRODUCTS)),
    )
    for (let count = 0; count < SERVERS; count += 1) servers.push(await startServer(postgres.url))
    const [first] = servers
    if (!first) throw new Error('No server was started')
    const listing = await timesOfListing(first)
    const before = first.memoryMb()
    await first.longestDelayMs()
    const further = syntheticProducts(PRODUCTS, PRODUCTS + FURTHER_PRODUCTS)
    const edition = await publishChanges(db, further)
    await Promise.all(servers.map(({ url }) => untilPublished(`${url}/api/config`, edition)))
    const productsDelay = await first.longestDelayMs()
    const rates: Measurement[] = []
    for (const rate of RATES) rates.push(await followRate(db, rate, servers))
    const ratesDelay = await first.longestDelayMs()
    return [
      { what: 'publishing all of them as one edition', value: inMs(imported.ms) },
      ...rates,
      delayOf(`following ${RATES.length} new rates`, ratesDelay),
      delayOf(`following ${FURTHER_PRODUCTS.toLocaleString('en-IN')} further products`, productsDelay),
      { what: 'a server starts, alone, until it is ready', value: inMs(first.startMs) },
      { what: 'its memory then, after a listing', value: `${before} MB` },
      { what: `its memory after ${RATES.length} editions`, value: `${first.memoryMb()} MB` },
      { what: `${LISTING}, median`, value: inMs(percentile(listing, 0.5)) },
    ]
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
    await database.close()
    await postgres.stop()
  }
}

/** Copies of the products of the opening collection with ids of their own, in turn, at the end of their types. */
function syntheticProducts(from: number, to: number): readonly CollectionChange[] {
  const { products } = OPENING_CONTENT
  const firstFreeId = Math.max(...products.map(({ id }) => id)) + 1
  return Array.from({ length: to - from }, (_, place) => {
    const index = from - products.length + place
    const product = products[index % products.length]
    if (!product) throw new Error('The opening collection is empty')
    const number = index + firstFreeId
    return { do: 'put product', product: { ...product, id: number, name: `${product.name} ${number}` } }
  })
}

async function publishChanges(db: Database, changes: readonly CollectionChange[]): Promise<number> {
  const result = await publish(db, { changes, actor: 'bench', reason: 'Measurement', now: new Date() })
  if (!result.ok) throw new Error(JSON.stringify(result.error).slice(0, 1000))
  return result.value.edition
}

/** Time from the call until the API of every server uses the new rate. */
async function followRate(db: Database, rate: number, servers: readonly Server[]): Promise<Measurement> {
  const changes: readonly CollectionChange[] = [
    { do: 'set rates', rates: { perGram: { gold: rupees(rate) } } },
  ]
  const { ms } = await time(async () => {
    const edition = await publishChanges(db, changes)
    await Promise.all(servers.map(({ url }) => untilPublished(`${url}/api/config`, edition)))
  })
  return {
    what: `gold goes to ₹${rate}: until the APIs of all servers follow`,
    value: inMs(ms),
    goal: 'at most 2 s',
    isReached: ms <= FOLLOW_MAX_MS,
  }
}

function delayOf(what: string, ms: number): Measurement {
  return {
    what: `${what}: longest delay of a server’s event loop`,
    value: inMs(ms),
    goal: `at most ${DELAY_MAX_MS} ms`,
    isReached: ms <= DELAY_MAX_MS,
  }
}

async function timesOfListing({ url }: Server): Promise<readonly number[]> {
  const times: number[] = []
  for (let count = 0; count < LISTING_REQUESTS; count += 1) {
    const { ms } = await time(async () => {
      const response = await fetch(url + LISTING)
      if (response.status !== 200) throw new Error(`${LISTING}: ${response.status}`)
      await response.arrayBuffer()
    })
    times.push(ms)
  }
  return times
}

interface Server extends Shop {
  /** Time until /readyz responds. */
  readonly startMs: number
  memoryMb(): number
  /** Since the last call. */
  longestDelayMs(): Promise<number>
}

async function startServer(databaseUrl: string): Promise<Server> {
  const { value: shop, ms } = await time(async () => {
    const started = await startShop(databaseUrl, ['--import', DELAY_METER])
    const { ok } = await fetch(`${started.url}/readyz`)
    if (!ok) throw new Error('The server is not ready')
    return started
  })
  const { process } = shop.server
  return {
    ...shop,
    startMs: ms,
    memoryMb: () => memoryOf(process.pid ?? 0),
    async longestDelayMs() {
      const printed = once(process.stdout, 'data')
      process.kill('SIGUSR2')
      await printed
      return Number(shop.server.stdout().match(/longest delay (\S+) ms\n$/)?.[1])
    },
  }
}

async function time<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}
