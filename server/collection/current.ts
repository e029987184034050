/**
 * The collection that this server shows and sells from: the newest edition of the database, in memory. A newer one takes
 * its place as a whole; the one before stays, because pages that are open still fetch its files.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import {
  collectionSteps,
  versionOf,
  type Collection,
  type CollectionContent,
  type EditionId,
} from '#domain/collection.ts'
import { toContent } from '#domain/edition.ts'
import { skuOf, type Sku } from '#domain/product.ts'
import type { Database, OpenDatabase } from '#server/db/open.ts'
import { errorFields, type Log } from '#server/log.ts'
import { EDITION_CHANNEL, latestEdition } from './editions.ts'
import { loadEntries, type KnownEdition } from './entries.ts'

export interface CurrentCollection {
  /** Within `pinned`, the same for all of it. */
  get(): Collection
  latest(): Collection
  /** Whatever `work` computes, it computes from one collection. */
  pinned<Result>(work: () => Result): Result
  /** The one before the current, since this server started. */
  previous(): Collection | null
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** All other products are in stock. Omitted where stock is as the content says. */
export type LoadOutOfStock = (db: Database) => Promise<ReadonlySet<Sku>>

interface FollowOptions {
  readonly database: OpenDatabase
  readonly log: Log
  readonly loadOutOfStock?: LoadOutOfStock
  /** Between changes of stock alone. */
  readonly stockSpacingMs?: number
}

/** Notifications come at once where the database sends them; one query a second finds what they miss. */
const POLL_MS = 1000

/**
 * Every version renders pages again, and a last piece that is held and released makes two of them. Orders look at the
 * levels themselves, so that pages may be late.
 */
const STOCK_SPACING_MS = 5000

/** Resolves with the newest edition. Needs a seeded database. */
export async function followCollection(options: FollowOptions): Promise<CurrentCollection> {
  const { database, log } = options
  const source = createSource(options)
  let current = await source.load()
  if (!current) throw new Error('The database has no edition')
  let previous: Collection | null = null
  const pins = new AsyncLocalStorage<Collection>()
  const listeners: (() => void)[] = []

  const stopping = new AbortController()
  let wake = () => {}
  const listener = database.listen(EDITION_CHANNEL, () => wake())

  async function update(): Promise<void> {
    const next = await source.load()
    if (!next || !current || versionOf(next) === versionOf(current)) return
    previous = current
    current = next
    log.info('collection', { edition: next.edition, hash: next.hash, products: next.products.length })
    for (const notify of listeners) notify()
  }

  async function follow(): Promise<void> {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      try {
        await update()
        hasFailed = false
      } catch (error) {
        if (!hasFailed) log.warn('collection not updated', errorFields(error))
        hasFailed = true
      }
      await Promise.race([woken, wait(POLL_MS, undefined, { signal: stopping.signal })]).catch(() => {})
    }
  }
  const following = follow()

  const latest = () => current as Collection // set above, and never taken away
  return {
    get: () => pins.getStore() ?? latest(),
    latest,
    pinned: (work) => (pins.getStore() ? work() : pins.run(latest(), work)),
    previous: () => previous,
    onChange: (notify) => void listeners.push(notify),
    async close() {
      stopping.abort()
      listener.close()
      await following
    },
  }
}

interface Source {
  /** Resolves with the collection as the database has it; with the same one as before where nothing has changed. */
  load(): Promise<Collection | null>
}

/** Reads and prices no more than what has changed. */
function createSource({
  database: { db },
  loadOutOfStock,
  stockSpacingMs = STOCK_SPACING_MS,
}: FollowOptions): Source {
  let known: KnownEdition | undefined
  let content: CollectionContent | null = null
  let outOfStock: ReadonlySet<Sku> | undefined
  let loaded: Collection | null = null
  let stockChangedAt = -Infinity

  return {
    async load() {
      const latest = await latestEdition(db)
      if (!latest) return null
      const isSameEdition = known?.edition === latest.edition
      if (loaded && isSameEdition && performance.now() - stockChangedAt < stockSpacingMs) return loaded
      const stock = await loadOutOfStock?.(db)
      if (loaded && isSameEdition && isSameSet(stock, outOfStock)) return loaded
      if (loaded && isSameEdition) stockChangedAt = performance.now()
      if (!content || known?.edition !== latest.edition) {
        const collection = await loadEntries(db, latest.edition, known)
        const { rates, newArrivals, featured, products } = collection
        content =
          content && products === known?.collection.products
            ? { ...content, rates, newArrivals, featured }
            : toContent(collection)
        known = { edition: latest.edition, collection }
      }
      const stocked = withStock(latest, content, stock)
      loaded = await inSteps(collectionSteps(stocked.id, stocked.content))
      outOfStock = stock
      return loaded
    },
  }
}

function isSameSet(one: ReadonlySet<Sku> | undefined, other: ReadonlySet<Sku> | undefined): boolean {
  if (!one || !other) return one === other
  return one.size === other.size && [...one].every((sku) => other.has(sku))
}

/** With stock as it is. The hash is that of the edition where the content already says so. */
function withStock(
  id: EditionId,
  content: CollectionContent,
  outOfStock: ReadonlySet<Sku> | undefined,
): { readonly id: EditionId; readonly content: CollectionContent } {
  if (!outOfStock) return { id, content }
  const isInStock = (sku: Sku) => !outOfStock.has(sku)
  const different = content.products
    .filter((product) => product.inStock !== isInStock(skuOf(product)))
    .map(skuOf)
  if (different.length === 0) return { id, content }
  const differences = new Set(different)
  const hash = createHash('sha256')
    .update(`${id.hash} ${different.toSorted().join(' ')}`)
    .digest('hex')
    .slice(0, id.hash.length)
  const products = content.products.map((product) =>
    differences.has(skuOf(product)) ? { ...product, inStock: !product.inStock } : product,
  )
  return { id: { ...id, hash }, content: { ...content, products } }
}

async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await breathe()
  }
}
