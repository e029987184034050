/**
 * Lets the shop work on a train. One worker belongs to one build: it keeps that build's scripts, and only pages that
 * name themselves of that build, so that a page never meets scripts of another. Nothing that is a person's own is kept,
 * and what is under /api goes to the network untouched: no route below answers it.
 *
 * Made by scripts/site/service-worker.ts, which fills in BUILD and FILES; docs/decisions/006-works-on-a-train.md.
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
import { placeholder } from './placeholder.ts'
import type { LastingEvent, WorkerScope } from './types.ts'

declare const BUILD: string
declare const FILES: { url: string; revision: string | null }[]

// The same global object, as a worker sees it.
const worker = self as unknown as WorkerScope

const FILES_OF_BUILDS = 'files-'
const PAGES_OF_BUILDS = 'pages-'
const PICTURES = 'pictures'
const LATE_ASSETS = 'late-assets'

const DAY_S = 24 * 60 * 60
/** A slow page that is kept is shown from here instead. */
const PATIENCE_S = 5

const answersOfThisBuild: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const build = response.headers.get(BUILD_HEADER)
    // The shop has moved on: its new worker is fetched, and waits.
    if (build !== null && build !== BUILD) void worker.registration.update().catch(() => undefined)
    return response
  },
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get(BUILD_HEADER) === BUILD ? response : null,
}

const files = new PrecacheController({
  cacheName: FILES_OF_BUILDS + BUILD,
  plugins: [
    {
      // A deployment during the installation: this worker gives up, and the new one comes instead.
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
  networkTimeoutSeconds: PATIENCE_S,
  plugins: [answersOfThisBuild, new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
})
const passing = new NetworkOnly({ plugins: [answersOfThisBuild] })
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

const isOurs = (url: URL) => url.origin === worker.location.origin
/** An address with a query may carry anything: a token, a search. Without a connection the page makes it anew. */
const isCacheable = (url: URL) => url.search === '' && !isPrivatePath(url.pathname)

const router = new Router()
const isPage = (request: Request, url: URL) =>
  request.mode === 'navigate' && isOurs(url) && !url.pathname.startsWith('/api/')
router.registerRoute(new Route(({ request, url }) => isPage(request, url), page))
router.registerRoute(new Route(({ url }) => isOurs(url) && url.pathname.startsWith('/assets/'), asset))
router.registerRoute(new Route(({ url }) => isOurs(url) && url.pathname.startsWith('/pictures/'), pictures))
router.addFetchListener()

async function page({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const isKept = isCacheable(url)
  try {
    return await (isKept ? pages : passing).handle({ event, request })
  } catch {
    const kept = isKept ? await files.matchPrecache(url.pathname) : undefined
    return kept ?? Response.redirect(offlinePath(paths.offline, url.pathname + url.search))
  }
}

/** Names carry a hash of the content, so any build's cache is right; a tab of the build before finds its own here. */
async function asset({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? lateAssets.handle({ event, request })
}

/** As it was seen in a list or on its page, in whatever width; else the drawing that stands for it. */
async function offlinePicture(address: string): Promise<Response> {
  const nameOf = (url: string) => new URL(url).pathname.replace(/-\d+\.\w+$/, '')
  const cache = await caches.open(PICTURES)
  const kept = await cache.keys()
  const other = kept.find(({ url }) => nameOf(url) === nameOf(address))
  return (other && (await cache.match(other))) ?? placeholder()
}

worker.addEventListener('install', (event) => void files.install(event))
worker.addEventListener('activate', (event) => event.waitUntil(activate(event)))
worker.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === GET_BUILD) port?.postMessage(BUILD)
  if (data === SKIP_WAITING) void worker.skipWaiting()
})

async function activate(event: LastingEvent): Promise<void> {
  await files.activate(event)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await deleteOldCaches(windows.length > 0)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
  // What is open at the first visit was fetched before there was anybody to keep it.
  const open = windows.map(({ url }) => new URL(url)).filter((url) => isOurs(url) && isCacheable(url))
  // The next page is not answered before this is over.
  const signal = AbortSignal.timeout(PATIENCE_S * 1000)
  await Promise.allSettled(
    open.map((url) => pages.handle({ event, request: new Request(url.pathname, { signal }) })),
  )
}

/** Tabs that are still open may ask for scripts of the build they began with: the last one's stay until the next. */
async function deleteOldCaches(isAnyTabOpen: boolean): Promise<void> {
  const ofOthers = (await caches.keys()).filter(
    (name) => /^(?:files|pages)-/.test(name) && !name.endsWith(`-${BUILD}`),
  )
  // In the order in which they were made.
  const last = ofOthers.findLast((name) => name.startsWith(FILES_OF_BUILDS))
  await Promise.all(
    ofOthers.filter((name) => !isAnyTabOpen || name !== last).map((name) => caches.delete(name)),
  )
}
