/** GET /api/collection/price: how a price in an edition is computed, and what changed since another. */
import { Hono } from 'hono'
import type * as z from 'zod/mini'
import { explainPrice } from '#contract/collection.ts'
import { priceChanges, priceLines } from '#domain/explain-price.ts'
import type { ProductKey } from '#domain/product.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/context.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, mount, type App, type AppEnv } from '#server/http.ts'
import { checkRateLimit, clientKey, limitKey } from '#server/rate-limit.ts'
import { loadPastPrices } from './past-prices.ts'

/** Per client, who looks into a few prices; a family or an office shares one address. */
const EXPLANATIONS = { limit: 120, windowMs: MINUTE_MS }

const UNKNOWN = errorResponse('not-found', 'The shop does not have this piece.')

/** `limitScale` multiplies the limit per client, for tests that send many requests from one machine. */
export function collectionRoutes({ db, fromReplica, now, collection }: Deps, { limitScale = 1 } = {}): App {
  const app: App = new Hono<AppEnv>()

  mount(app, explainPrice, async ({ request, context }) => {
    const key = limitKey('explain-price', clientKey(context.get('clientAddress')))
    const limit = { ...EXPLANATIONS, limit: EXPLANATIONS.limit * limitScale, now: now() }
    const limitError = await checkRateLimit(db, key, limit)
    if (limitError) return limitError
    const { type, id, edition = collection().edition, since } = request
    const { present, former } = await fromReplica(async (reads) => ({
      present: await priceIn(reads, edition, { type, id }),
      former: since === undefined ? null : await priceIn(reads, since, { type, id }),
    }))
    if (!present) return UNKNOWN
    return {
      name: present.product.name,
      edition: present.edition,
      price: present.product.price.amount,
      lines: [...priceLines(present.product)],
      since: former && {
        edition: former.edition,
        price: former.product.price.amount,
        changes: [...priceChanges(former.product, present.product)],
      },
    } satisfies z.input<(typeof explainPrice)['response']>
  })

  return app
}

async function priceIn(db: Db, number: number, key: ProductKey) {
  const prices = await loadPastPrices(db, number, [key])
  const product = prices?.find(key)
  return prices && product
    ? { product, edition: { number: prices.edition, publishedAt: prices.publishedAt.toISOString() } }
    : null
}
