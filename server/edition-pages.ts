/**
 * Pages of an edition other than that of the build: rendered once, cached in memory, and all prepared in the background
 * when an edition is published, the requested ones first. Until its page is ready, or for a second and a half, a
 * request gets the page of the previous edition, which is consistent in itself.
 */
import { performance } from 'node:perf_hooks'
import { COLLECTION_PARTS, versionOf, type Collection } from '#domain/collection.ts'
import { isProductType } from '#domain/product.ts'
import type { CurrentCollection } from './collection/current.ts'
import { errorFields, redactPath, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { PreviousPage, RenderedPage } from './render-worker.ts'
import { PAGE_QUALITY, UNCACHED_BROTLI_QUALITY, type Renderer } from './renderer.ts'

/** Pages of the build, which has those of one edition. */
export interface BuiltPages {
  readonly edition: Pick<Collection, 'edition' | 'hash'>
  readonly paths: ReadonlySet<string>
  read(path: string): Promise<Uint8Array<ArrayBuffer> | null>
}

interface EditionPagesOptions {
  readonly renderer: Renderer
  readonly collection: Pick<CurrentCollection, 'latest' | 'previous' | 'onChange'>
  readonly built: BuiltPages
  readonly siteUrl: string
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'observePage'> | undefined
  readonly cacheBytesMax?: number
}

export interface EditionPages {
  /** The page at a path without query, or null while too many wait. 'built': the page is the file of the build. */
  page(path: string): Promise<RenderedPage | 'built' | null>
  /** A page at a path with a query, or null while too many wait. The most recently requested ones are cached. */
  pageWithQuery(target: string): Promise<RenderedPage | null>
  cachedPageWithQuery(target: string): RenderedPage | null
  /** A file of the collection; null for an edition that is neither the current nor the previous one. */
  file(path: string, hash: string): Promise<RenderedPage | null>
}

/** Some thousands of compressed pages. */
const CACHE_BYTES_MAX = 64 * 1024 * 1024
/** Some hundreds of pages: anyone may request any query. */
const QUERY_CACHE_BYTES_MAX = 16 * 1024 * 1024
/**
 * After this time, an unprepared page is rendered on request, which takes a few milliseconds: every page is current
 * within two seconds, even if an edition has more pages to prepare.
 */
const STALE_MAX_MS = 1500
const FILES = '/collection/'

export function createEditionPages(options: EditionPagesOptions): EditionPages {
  const { collection: current, built, metrics, cacheBytesMax = CACHE_BYTES_MAX } = options
  const pageCache = createPageCache(cacheBytesMax)
  const render = createCachingRenderer(options, pageCache)
  const queryPages = createQueryPages(options)
  /** Paths of pages in the order in which they were last requested. */
  const requestedPaths = new Set<string>()
  let changedAt = -Infinity

  const isBuilt = ({ hash }: Collection) => hash === built.edition.hash
  const prepareAll = createPreparation(options, { pageCache, render, requestedPaths })

  current.onChange(() => {
    changedAt = performance.now()
    void prepareAll()
  })
  void prepareAll()

  /** Null if the page has to be rendered. */
  function readyPage(path: string, latest: Collection): RenderedPage | 'built' | null {
    if (built.paths.has(path)) {
      requestedPaths.delete(path)
      requestedPaths.add(path)
      if (isBuilt(latest)) return 'built'
    }
    const page = pageCache.get(path)
    if (page?.version === versionOf(latest)) return page
    const previous = performance.now() - changedAt < STALE_MAX_MS ? current.previous() : null
    if (page && previous && page.version === versionOf(previous)) return page
    return !page && previous && isBuilt(previous) && built.paths.has(path) ? 'built' : null
  }

  return {
    async page(path) {
      const latest = current.latest()
      const ready = readyPage(path, latest)
      metrics?.observePage(ready === 'built' ? 'build' : ready ? 'cache' : 'rendered')
      return ready ?? render(path, latest)
    },
    ...queryPages,
    async file(path, hash) {
      const collection = [current.latest(), current.previous()].find((one) => one?.hash === hash)
      return collection ? (pageCache.get(path) ?? render(path, collection)) : null
    },
  }
}

interface Preparation {
  readonly pageCache: PageCache
  readonly render: (path: string, collection: Collection) => Promise<RenderedPage | null>
  /** Paths of pages in the order in which they were last requested. */
  readonly requestedPaths: ReadonlySet<string>
}

/** Prepares all pages of the latest edition, unless a later one supersedes it. */
function createPreparation(
  { collection: current, built, log }: EditionPagesOptions,
  { pageCache, render, requestedPaths }: Preparation,
): () => Promise<void> {
  const nextOf = (waiting: ReadonlySet<string>) =>
    [...requestedPaths].findLast((path) => waiting.has(path)) ?? [...waiting][0]

  async function prepare(path: string, collection: Collection): Promise<void> {
    // A request may have rendered it already.
    if (pageCache.get(path)?.version === versionOf(collection)) return
    try {
      await render(path, collection)
    } catch (error) {
      log.error('page not prepared', { path: redactPath(path), ...errorFields(error) })
    }
  }

  return async function prepareAll(): Promise<void> {
    const collection = current.latest()
    if (collection.hash === built.edition.hash) return pageCache.clear()
    const startedAt = performance.now()
    const pages = pageCache.paths().filter((path) => !path.startsWith(FILES))
    const waiting = new Set([...filesOf(collection), ...pages, ...built.paths])
    for (let path = nextOf(waiting); path !== undefined; path = nextOf(waiting)) {
      if (collection !== current.latest()) return
      waiting.delete(path)
      await prepare(path, collection)
    }
    log.info('pages prepared', { edition: collection.edition, ms: Math.round(performance.now() - startedAt) })
  }
}

/** Renders a page once for all concurrent requests. */
function createCachingRenderer(
  { renderer, collection: current, built, siteUrl }: EditionPagesOptions,
  pageCache: PageCache,
): (path: string, collection: Collection) => Promise<RenderedPage | null> {
  const inFlight = new Map<string, Promise<RenderedPage | null>>()

  /** Excludes pages of orders, and arbitrary URLs: one page has any number of encoded addresses. */
  const isCacheable = (path: string, collection: Collection) =>
    built.paths.has(path) || filesOf(collection).includes(path) || isProductPage(path, collection)

  async function renderAndCache(path: string, collection: Collection): Promise<RenderedPage | null> {
    const previous = path.startsWith(FILES) ? undefined : await previousOf(path)
    const page = await renderer.render(
      { url: siteUrl + path, quality: PAGE_QUALITY, ...(previous && { previous }) },
      collection,
    )
    const isWhole = page?.status === 200 || page?.status === 410
    if (
      page &&
      isWhole &&
      isCacheable(path, collection) &&
      (path.startsWith(FILES) || collection === current.latest())
    )
      pageCache.set(path, page)
    return page
  }

  async function previousOf(path: string): Promise<PreviousPage | undefined> {
    const page = pageCache.get(path)
    if (page) return page.status === 200 ? page : undefined
    const body = built.paths.has(path) ? await built.read(path) : null
    return body ? { version: versionOf(built.edition), body } : undefined
  }

  return (path, collection) => {
    const key = `${versionOf(collection)} ${path}`
    const promise = inFlight.get(key) ?? renderAndCache(path, collection).finally(() => inFlight.delete(key))
    inFlight.set(key, promise)
    return promise
  }
}

function createQueryPages({
  renderer,
  collection: current,
  siteUrl,
  metrics,
}: EditionPagesOptions): Pick<EditionPages, 'pageWithQuery' | 'cachedPageWithQuery'> {
  const cache = createPageCache(QUERY_CACHE_BYTES_MAX)
  const inFlight = new Map<string, Promise<RenderedPage | null>>()

  function cachedPageWithQuery(target: string): RenderedPage | null {
    const page = cache.get(target)
    if (page?.version !== versionOf(current.latest())) return null
    metrics?.observePage('cache')
    return page
  }

  async function renderAndCache(target: string, latest: Collection): Promise<RenderedPage | null> {
    const page = await renderer.render({ url: siteUrl + target, quality: UNCACHED_BROTLI_QUALITY }, latest)
    if (page?.status === 200) cache.set(target, page)
    return page
  }

  return {
    cachedPageWithQuery,
    async pageWithQuery(target) {
      const page = cachedPageWithQuery(target)
      if (page) return page
      const latest = current.latest()
      const key = `${versionOf(latest)} ${target}`
      metrics?.observePage('rendered')
      const promise = inFlight.get(key) ?? renderAndCache(target, latest).finally(() => inFlight.delete(key))
      inFlight.set(key, promise)
      return promise
    },
  }
}

function filesOf({ hash }: Collection): string[] {
  return COLLECTION_PARTS.map((part) => `${FILES}${hash}/${part}.json`)
}

function isProductPage(path: string, { find }: Collection): boolean {
  const [, type, number] = path.split('/')
  const id = Number(number)
  return isProductType(type) && path === `/${type}/${id}` && find({ type, id }) !== undefined
}

type PageCache = ReturnType<typeof createPageCache>

/** Keyed by path; the least recently used page is evicted first. */
function createPageCache(bytesMax: number) {
  const pages = new Map<string, RenderedPage>()
  let bytes = 0

  function remove(path: string): void {
    bytes -= pages.get(path)?.body.byteLength ?? 0
    pages.delete(path)
  }

  return {
    get(path: string): RenderedPage | undefined {
      const page = pages.get(path)
      if (page) {
        pages.delete(path)
        pages.set(path, page)
      }
      return page
    },
    set(path: string, page: RenderedPage): void {
      remove(path)
      pages.set(path, page)
      bytes += page.body.byteLength
      for (const oldest of pages.keys()) {
        if (bytes <= bytesMax) return
        remove(oldest)
      }
    },
    /** Most recently used first. */
    paths: () => [...pages.keys()].toReversed(),
    clear(): void {
      pages.clear()
      bytes = 0
    },
  }
}
