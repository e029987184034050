/**
 * The collection that this server shows and sells from: the newest edition of the database, in memory. A newer one
 * replaces it as a whole; the previous one stays, because open pages still fetch its files.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises'
import {
  collectionSteps,
  PRODUCTS_PER_STEP,
  versionOf,
  type Collection,
  type CollectionContent,
  type EditionId,
} from '#domain/collection.ts'
import { mergeByPosition, type PositionedProduct } from '#domain/edition.ts'
import { PRODUCT_TYPES, skuOf, type Product, type ProductType, type Sku } from '#domain/product.ts'
import type { Database, Db, OpenDatabase } from '#server/db/open.ts'
import { errorFields, type Log } from '#server/log.ts'
import { EDITION_CHANNEL, findLatestEdition } from './editions.ts'
import { loadChanges } from './entries.ts'

export interface CurrentCollection {
  /** Within `pinned`, always the same. */
  get(): Collection
  latest(): Collection
  /** Everything that `work` computes uses one collection. */
  pinned<Result>(work: () => Result): Result
  /** The previous collection since this server started. */
  previous(): Collection | null
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** All other products are in stock. Omitted if stock is as the content says. */
export type LoadOutOfStock = (db: Database) => Promise<ReadonlySet<Sku>>

interface FollowOptions {
  readonly database: Pick<OpenDatabase, 'db' | 'fromReplica' | 'listen'>
  readonly log: Log
  readonly loadOutOfStock?: LoadOutOfStock
  /** Between updates for stock alone. */
  readonly stockSpacingMs?: number
}

/** Where the database sends notifications they arrive at once; one query a second finds those that were missed. */
const POLL_MS = 1000

/**
 * Every version renders pages again, and a last piece that is held and released makes two versions. Orders read the
 * levels themselves, so pages may lag.
 */
const STOCK_SPACING_MS = 1500

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
    log.info('collection updated', {
      edition: next.edition,
      hash: next.hash,
      products: next.content.products.length,
    })
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

  const latest = () => current as Collection // assigned above and never reset to null
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
  /** Resolves with the collection as of the database, or with the same object if nothing has changed. */
  load(): Promise<Collection | null>
}

/** Reads only what has changed, and yields between its steps. */
function createSource({
  database: { db, fromReplica },
  loadOutOfStock,
  stockSpacingMs = STOCK_SPACING_MS,
}: FollowOptions): Source {
  let published: PublishedEdition | null = null
  let stocked: StockedProducts | null = null
  let loaded: Collection | null = null
  let stockChangedAt = -Infinity

  return {
    async load() {
      const latest = await findLatestEdition(db)
      if (!latest) return null
      const isSameEdition = published?.edition === latest.edition
      if (loaded && isSameEdition && performance.now() - stockChangedAt < stockSpacingMs) return loaded
      const outOfStock = (await loadOutOfStock?.(db)) ?? null
      if (loaded && isSameEdition && isSameSet(outOfStock, stocked?.outOfStock ?? null)) return loaded
      if (loaded && isSameEdition) stockChangedAt = performance.now()
      if (!published || !isSameEdition)
        published = await fromReplica((reads) => loadEdition(reads, latest.edition, published))
      const { products } = published.content
      if (products !== stocked?.published || !isSameSet(outOfStock, stocked.outOfStock))
        stocked = await inSteps(stockSteps(products, outOfStock))
      const content = { ...published.content, products: stocked.products }
      loaded = await inSteps(collectionSteps(withStock(latest, stocked), content))
      return loaded
    },
  }
}

interface PublishedEdition {
  readonly edition: number
  readonly content: CollectionContent
  /** The products by type, from which those of the next edition are derived. */
  readonly productsByType: ReadonlyMap<ProductType, readonly PositionedProduct[]>
}

/** If no product differs from `previousEdition`, the products are the same array. */
async function loadEdition(
  db: Db,
  edition: number,
  previousEdition: PublishedEdition | null,
): Promise<PublishedEdition> {
  const { products: changed, ...others } = await loadChanges(db, edition, previousEdition?.edition ?? 0)
  // The first load includes every entry, which makes the cast safe.
  const content = { ...previousEdition?.content, ...others } as CollectionContent
  if (previousEdition && changed.length === 0) return { ...previousEdition, edition, content }
  const productsByType = new Map(previousEdition?.productsByType)
  for (const [type, products] of Map.groupBy(changed, ({ product }) => product.type)) {
    productsByType.set(type, mergeByPosition(productsByType.get(type) ?? [], products))
    await yieldToEventLoop()
  }
  const products = PRODUCT_TYPES.flatMap((type) =>
    (productsByType.get(type) ?? []).map(({ product }) => product),
  )
  return { edition, productsByType, content: { ...content, products } }
}

function isSameSet(one: ReadonlySet<Sku> | null, other: ReadonlySet<Sku> | null): boolean {
  if (!one || !other) return one === other
  return one.size === other.size && [...one].every((sku) => other.has(sku))
}

/** Products with their current stock. */
interface StockedProducts {
  readonly published: readonly Product[]
  /** Null if stock is as the content says. */
  readonly outOfStock: ReadonlySet<Sku> | null
  /** The same array if nothing differs from the content. */
  readonly products: readonly Product[]
  readonly differing: readonly Sku[]
}

function* stockSteps(
  published: readonly Product[],
  outOfStock: ReadonlySet<Sku> | null,
): Generator<void, StockedProducts> {
  const products: Product[] = []
  const differing: Sku[] = []
  for (const product of outOfStock ? published : []) {
    const sku = skuOf(product)
    const inStock = !outOfStock?.has(sku)
    if (product.inStock !== inStock) differing.push(sku)
    products.push(product.inStock === inStock ? product : { ...product, inStock })
    if (products.length % PRODUCTS_PER_STEP === 0) yield
  }
  return { published, outOfStock, differing, products: differing.length > 0 ? products : published }
}

/** The hash of the edition if its content already says so. */
function withStock(id: EditionId, { differing }: StockedProducts): EditionId {
  if (differing.length === 0) return id
  const hash = createHash('sha256')
    .update(`${id.hash} ${differing.toSorted().join(' ')}`)
    .digest('hex')
    .slice(0, id.hash.length)
  return { ...id, hash }
}

async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldToEventLoop()
  }
}
