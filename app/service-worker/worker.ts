/**
 * Makes the shop work offline (docs/decisions/006-works-on-a-train.md). A worker belongs to one build: it caches only
 * scripts and pages of that build, so that they never mix. It caches nothing personal, and no route below handles /api.
 * scripts/site/service-worker.ts bundles it and defines BUILD and FILES.
 */
import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { Route } from 'workbox-routing/Route.js'
import { Router } from 'workbox-routing/Router.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js'
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js'
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js'
import { paths } from '#app/paths.ts'
import { isPrivatePath, offlinePath } from '#app/state/offline-pages.ts'
import { GET_BUILD, SKIP_WAITING } from '#app/state/service-worker-messages.ts'
import { BUILD_HEADER } from '#contract/build.ts'
import { VERSION_HEADER } from '#contract/edition.ts'
import { COLLECTION_PARTS } from '#domain/collection.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { placeholder } from './placeholder.ts'
import type { ExtendableEvent, WorkerScope } from './types.ts'

declare const BUILD: string
declare const FILES: { url: string; revision: string | null }[]
/** The pages among the files. */
const SHELL = FILES.filter(({ revision }) => revision !== null).map(({ url }) => url)

const worker = self as unknown as WorkerScope

const FILES_OF_BUILDS = 'files-'
const PAGES_OF_BUILDS = 'pages-'
/** Caches of the collections that the shell pages need. */
const COLLECTIONS_OF_BUILDS = 'collections-'
const PICTURES = 'pictures'
const LATE_ASSETS = 'late-assets'
const COLLECTIONS = 'collections'
/** In addition to those of cached pages, which need them to navigate offline. */
const EDITIONS_MAX = 2

const DAY_S = DAY_MS / SECOND_MS
/** After this time a cached page is shown instead. */
const TIMEOUT_S = 5

const onlyThisBuild: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const build = response.headers.get(BUILD_HEADER)
    // There is a newer build: fetch its worker, which then waits.
    if (build !== null && build !== BUILD) void worker.registration.update().catch(() => undefined)
    return response
  },
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get(BUILD_HEADER) === BUILD ? response : null,
  cacheDidUpdate: async ({ newResponse }) => {
    await cacheCollectionOf(newResponse).catch(() => undefined)
    await purgeCollections()
  },
}

const files = new PrecacheController({
  cacheName: FILES_OF_BUILDS + BUILD,
  plugins: [
    {
      // A deployment during installation: fail, so that the browser installs the new worker instead.
      fetchDidSucceed: async ({ response }) => {
        const isPage = response.headers.get('content-type')?.startsWith('text/html')
        if (isPage && response.headers.get(BUILD_HEADER) !== BUILD) throw new Error('page of another build')
        return response
      },
    },
  ],
})
files.addToCacheList(FILES)

const pages = new NetworkFirst({
  cacheName: PAGES_OF_BUILDS + BUILD,
  networkTimeoutSeconds: TIMEOUT_S,
  plugins: [onlyThisBuild, new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
})
const uncached = new NetworkOnly({ plugins: [onlyThisBuild] })
const lateAssets = new CacheFirst({
  cacheName: LATE_ASSETS,
  plugins: [new ExpirationPlugin({ maxEntries: 40, purgeOnQuotaError: true })],
})
const pictures = new StaleWhileRevalidate({
  cacheName: PICTURES,
  plugins: [
    new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 30 * DAY_S, purgeOnQuotaError: true }),
    { handlerDidError: ({ request }) => offlinePicture(request.url) },
  ],
})

const collections = new CacheFirst({
  cacheName: COLLECTIONS,
  plugins: [{ cacheDidUpdate: purgeCollections }],
})

const isSameOrigin = (url: URL) => url.origin === worker.location.origin
/** A query may contain a token or a search. */
const isCacheable = (url: URL) => url.search === '' && !isPrivatePath(url.pathname)

/** Names the newest edition, so it is never cached. */
const CURRENT_COLLECTION = '/collection/current.json'

const router = new Router()
/** The desk is useless offline. */
const isPage = (request: Request, url: URL) =>
  request.mode === 'navigate' && isSameOrigin(url) && !/^\/(?:api|desk)(?:\/|$)/.test(url.pathname)
router.registerRoute(new Route(({ request, url }) => isPage(request, url), page))
router.registerRoute(new Route(({ url }) => isSameOrigin(url) && url.pathname.startsWith('/assets/'), asset))
router.registerRoute(
  new Route(
    ({ url }) =>
      isSameOrigin(url) && url.pathname.startsWith('/collection/') && url.pathname !== CURRENT_COLLECTION,
    collection,
  ),
)
router.registerRoute(
  new Route(({ url }) => isSameOrigin(url) && url.pathname.startsWith('/pictures/'), pictures),
)
router.addFetchListener()

async function page({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const isCached = isCacheable(url)
  try {
    return await (isCached ? pages : uncached).handle({ event, request })
  } catch {
    const cached = isCached ? await files.matchPrecache(url.pathname) : undefined
    return cached ?? Response.redirect(offlinePath(paths.offline, url.pathname + url.search))
  }
}

/** From the cache of any build, as names contain a hash; a tab of the previous build finds its scripts here. */
async function asset({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? lateAssets.handle({ event, request })
}

/** Those of the shell pages stay cached as long as these do. */
async function collection({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? collections.handle({ event, request })
}

/** Rejects unless all files of the edition that the page names are cached. */
async function cacheCollectionOf(page: Response, cacheName = COLLECTIONS): Promise<void> {
  const hash = hashOfPage(page)
  if (hash === undefined) return
  const urls = COLLECTION_PARTS.map((part) => paths.collectionFile(hash, part))
  const cached = await Promise.all(urls.map((url) => caches.match(url, { ignoreVary: true })))
  const missing = urls.filter((_, index) => !cached[index])
  await (await caches.open(cacheName)).addAll(missing)
}

/** By whole editions: parts of one are useless. */
async function purgeCollections(): Promise<void> {
  const cache = await caches.open(COLLECTIONS)
  // In the order in which they were cached.
  const requests = await cache.keys()
  const hashes = [...new Set(requests.map(({ url }) => hashOfFile(url)))]
  if (hashes.length <= EDITIONS_MAX) return
  const cachedPages = await (await caches.open(PAGES_OF_BUILDS + BUILD)).matchAll()
  const kept = new Set([...hashes.slice(-EDITIONS_MAX), ...cachedPages.map(hashOfPage)])
  await Promise.all(
    requests.filter(({ url }) => !kept.has(hashOfFile(url))).map((request) => cache.delete(request)),
  )
}

function hashOfPage({ headers }: Response): string | undefined {
  return headers.get(VERSION_HEADER)?.split('.')[1]
}

function hashOfFile(url: string): string | undefined {
  return /\/collection\/(\w+)\//.exec(url)?.[1]
}

/** The same picture in any cached width, otherwise a placeholder. */
async function offlinePicture(address: string): Promise<Response> {
  const nameOf = (url: string) => new URL(url).pathname.replace(/-\d+\.\w+$/, '')
  const cache = await caches.open(PICTURES)
  const requests = await cache.keys()
  const other = requests.find(({ url }) => nameOf(url) === nameOf(address))
  return (other && (await cache.match(other))) ?? placeholder()
}

worker.addEventListener('install', (event) => event.waitUntil(install(event)))
worker.addEventListener('activate', (event) => event.waitUntil(activate(event)))
worker.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === GET_BUILD) port?.postMessage(BUILD)
  if (data === SKIP_WAITING) void worker.skipWaiting()
})

async function install(event: ExtendableEvent): Promise<void> {
  await files.install(event)
  // An edition may be published during the installation: the shell pages then name two.
  for (const page of await Promise.all(SHELL.map((url) => files.matchPrecache(url))))
    if (page) await cacheCollectionOf(page, COLLECTIONS_OF_BUILDS + BUILD)
}

async function activate(event: ExtendableEvent): Promise<void> {
  await files.activate(event)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await deleteOldCaches(windows.length > 0)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
  // Pages opened on the first visit were fetched before the worker was active.
  const open = windows.map(({ url }) => new URL(url)).filter((url) => isSameOrigin(url) && isCacheable(url))
  // No navigation is handled until this is done.
  const signal = AbortSignal.timeout(TIMEOUT_S * SECOND_MS)
  await Promise.allSettled(
    open.map((url) => pages.handle({ event, request: new Request(url.pathname, { signal }) })),
  )
}

/** Keeps the files of the previous build for tabs that are still open. */
async function deleteOldCaches(isAnyTabOpen: boolean): Promise<void> {
  const oldCaches = (await caches.keys()).filter(
    (name) => /^(?:files|pages|collections)-/.test(name) && !name.endsWith(`-${BUILD}`),
  )
  // `keys()` returns them in order of creation.
  const last = oldCaches.findLast((name) => name.startsWith(FILES_OF_BUILDS))
  const kept = isAnyTabOpen && last ? [last, last.replace(FILES_OF_BUILDS, COLLECTIONS_OF_BUILDS)] : []
  await Promise.all(oldCaches.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)))
}
