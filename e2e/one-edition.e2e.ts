/** While editions are published, every page, its data and every API response belong to the edition that they name. */
import { join } from 'node:path'
import { explainPrice } from '#contract/collection.ts'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { createCollection } from '#domain/collection.ts'
import { formatRupees, rupees, type Paise } from '#domain/money.ts'
import { createApp } from '#server/app.ts'
import { followCollection } from '#server/collection/current.ts'
import { publish, seedOpeningCollection } from '#server/collection/editions.ts'
import { collectionRoutes } from '#server/collection/routes.ts'
import { createQuoteSigner } from '#server/collection/signed-quotes.ts'
import { openDatabase } from '#server/db/open.ts'
import { NOT_AUTHENTICATED } from '#server/http.ts'
import { createLog } from '#server/log.ts'
import { createPages } from '#server/pages.ts'
import { createRenderer } from '#server/renderer.ts'
import { expect, test } from './support/test.ts'

const ROOT = join(import.meta.dirname, '..')
const SITE_URL = 'http://localhost:3000'
const GOLD_RATES = [7310, 7320, 7330, 7340, 7350, 7360, 7370, 7380, 7390, 7400].map(rupees)

const goldPiece = OPENING_COLLECTION.ofType('tops').find(({ price }) => price.breakup?.metal === 'gold')
if (!goldPiece) throw new Error('There are no earrings of gold')
const { type, id } = goldPiece
const pagePath = `/${type}/${id}`

function priceAt(gold: Paise): Paise {
  const { rates } = OPENING_CONTENT
  const content = { ...OPENING_CONTENT, rates: { ...rates, perGram: { ...rates.perGram, gold } } }
  const price = createCollection({ edition: 0, hash: '' }, content).find({ type, id })?.price.amount
  if (price === undefined) throw new Error('The piece is gone')
  return price
}

/** By the number of the edition, from 1. */
const prices = [rupees(7300), ...GOLD_RATES].map(priceAt)
const wholeRupees = (price: Paise) => formatRupees(price).split('.')[0] ?? ''

/** What a response shows of the piece in each edition. */
const SHOWN: Readonly<Record<string, (price: Paise) => string>> = {
  [pagePath]: wholeRupees,
  [`/${type}`]: wholeRupees,
  [`/${type}?sort=price-low-high`]: wholeRupees,
  [`${pagePath}.data`]: String,
  [`/${type}.data`]: String,
  [`/${type}.data?sort=price-low-high`]: String,
  [`${explainPrice.path}?type=${type}&id=${id}`]: String,
}

async function openServer() {
  const log = createLog('silent')
  const database = await openDatabase({ url: null, folder: null })
  const { db, fromReplica } = database
  const now = () => new Date()
  await seedOpeningCollection(db, now())
  const collection = await followCollection({ database, log })
  const externalOrigins = {
    siteUrl: SITE_URL,
    checkoutScriptUrl: `${SITE_URL}/checkout.js`,
    analyticsUrl: null,
  }
  const renderer = createRenderer(ROOT, { externalOrigins })
  const pages = await createPages(ROOT, { renderer, collection, externalOrigins, log })
  const deps = {
    db,
    fromReplica,
    log,
    now,
    collection: collection.get,
    siteUrl: SITE_URL,
    quotes: createQuoteSigner('the secret of a shop in a test, of 32 characters'),
    authenticate: async () => NOT_AUTHENTICATED,
  }
  const areas = [collectionRoutes(deps, { limitScale: 1000 })]
  const app = createApp({ db, log, externalOrigins, proxyHops: 0, areas, collection, pages })
  return {
    get: (path: string) => app.request(SITE_URL + path),
    latest: () => collection.latest().edition,
    async publishGold(rate: Paise) {
      const changes = [{ do: 'set rates', rates: { perGram: { gold: rate } } }] as const
      const published = await publish(db, { changes, actor: 'asha', reason: 'A test', now: now() })
      expect(published.ok).toBe(true)
    },
    async close() {
      await renderer.close()
      await collection.close()
      await database.close()
    },
  }
}

test.describe.configure({ timeout: 180_000 })

// Shows D37.pinned
test('while editions are published, pages, their data and the API match the edition that they name', async () => {
  const server = await openServer()
  const seen = new Map(Object.keys(SHOWN).map((path) => [path, new Set<number>()]))

  async function check(path: string, show: (price: Paise) => string): Promise<void> {
    const response = await server.get(path)
    expect(response.status, path).toBe(200)
    const version = response.headers.get('x-edition') ?? ''
    const edition = Number.parseInt(version, 10)
    const body = await response.text()
    const shown = prices.flatMap((price, index) => (body.includes(show(price)) ? [index + 1] : []))
    expect(shown, `${path} of edition ${version}`).toEqual([edition])
    for (const [, attribute] of body.matchAll(/data-collection="([^"]*)"/g)) expect(attribute).toBe(version)
    seen.get(path)?.add(edition)
  }
  const checkAll = () => Promise.all(Object.entries(SHOWN).map(([path, show]) => check(path, show)))

  await checkAll()
  for (const [index, rate] of GOLD_RATES.entries()) {
    await server.publishGold(rate)
    while (server.latest() < index + 2) await checkAll()
    await checkAll()
  }
  await expect(async () => {
    await checkAll()
    for (const editions of seen.values()) expect([...editions]).toContain(prices.length)
  }).toPass({ timeout: 10_000 })
  await server.close()
})
