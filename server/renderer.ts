/**
 * Renders pages that are not files of the build in a separate thread: however long that takes, the serving thread keeps
 * responding.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { versionOf, type Collection, type CollectionIndex } from '#domain/collection.ts'
import type {
  CollectionChunk,
  CollectionPatch,
  PageRequest,
  RenderedPage,
  RenderWorkerData,
  RenderTask,
  RenderResult,
} from './render-worker.ts'
import type { ExternalOrigins } from './security.ts'

/** Requests beyond it are rejected: a page that takes a minute is useless. */
const QUEUE_MAX = 200
const MEMORY_MAX_MB = 512
const IDLE_MAX_MS = 10 * 60_000

/** For cached pages, and for pages that are sent once. */
export const PAGE_QUALITY = 5
export const UNCACHED_BROTLI_QUALITY = 4

export interface Renderer {
  /** A page of the collection, or null while too many other pages or collections wait. Throws if the thread fails. */
  render(request: PageRequest, collection: Collection): Promise<RenderedPage | null>
  close(): Promise<void>
}

interface RendererOptions {
  readonly externalOrigins: ExternalOrigins
  readonly queueMax?: number
}

/** Renders with the build in `root`. Throws if there is none. */
export function createRenderer(
  root: string,
  { externalOrigins, queueMax = QUEUE_MAX }: RendererOptions,
): Renderer {
  const build = join(root, 'build/server/index.js')
  if (!existsSync(build)) throw new Error('There is no build yet. Run: npm run build')
  const workerData: RenderWorkerData = { buildUrl: pathToFileURL(build).href, externalOrigins }
  const pool = new Piscina<RenderTask, RenderResult>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    workerData,
    // React is several times slower in development.
    env: { ...process.env, NODE_ENV: 'production' },
    // The thread takes some 50 MB, and most pages are files.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MAX_MS,
    maxQueue: queueMax + CHUNKS_IN_QUEUE,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  const sending = new Map<string, Promise<void>>()
  /** Sequential, so that the chunks of two collections never mix and the later is sent as a patch of the earlier. */
  let queue: Promise<unknown> = Promise.resolve()
  let lastSent: Collection | null = null

  function send(collection: Collection): Promise<void> {
    const version = versionOf(collection)
    const sent = sending.get(version)
    if (sent) return sent
    const promise = queue.then(() => sendWhole(collection)).finally(() => sending.delete(version))
    sending.set(version, promise)
    queue = promise.catch(() => {})
    return promise
  }

  async function sendWhole(collection: Collection): Promise<void> {
    const patch = lastSent && patchOf(lastSent, collection)
    if (patch && (await pool.run({ kind: 'patch', ...patch })) === 'received') lastSent = collection
    else await sendInChunks(collection)
  }

  async function sendInChunks(collection: Collection): Promise<void> {
    for (const chunk of chunksOf(collection)) {
      // The thread was replaced meanwhile; the next page that needs the collection sends it again.
      if ((await pool.run({ kind: 'receive', ...chunk })) === 'unknown') return
      await yieldToEventLoop()
    }
    lastSent = collection
  }

  return {
    async render(request, collection) {
      if (pool.queueSize >= queueMax) return null
      const task: RenderTask = { kind: 'render', version: versionOf(collection), ...request }
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const result = await pool.run(task)
        if (typeof result === 'object') return result
        await send(collection)
      }
      // Others replaced it each time.
      return null
    },
    close: () => pool.destroy(),
  }
}

/** One chunk is sent at a time. */
const CHUNKS_IN_QUEUE = 1
const ATTEMPTS_MAX = 3

const PRODUCTS_PER_CHUNK = 500

function* chunksOf(collection: Collection): Generator<CollectionChunk> {
  const { products } = collection.content
  let from = 0
  do {
    const chunk = products.slice(from, from + PRODUCTS_PER_CHUNK)
    yield {
      index: indexOf(collection),
      from,
      products: chunk,
      isLast: from + chunk.length >= products.length,
    }
    from += PRODUCTS_PER_CHUNK
  } while (from < products.length)
}

/** Null if they differ in more than rates, selections and some products at their offsets. */
function patchOf(previous: Collection, collection: Collection): CollectionPatch | null {
  const [before, after] = [previous.content.products, collection.content.products]
  if (before.length !== after.length) return null
  const changed =
    before === after ? [] : [...after.keys()].filter((offset) => before[offset] !== after[offset])
  if (changed.length > PRODUCTS_PER_CHUNK) return null
  const products = changed.flatMap((offset): CollectionPatch['products'] => {
    const product = after[offset]
    return product ? [[offset, product]] : []
  })
  return { index: indexOf(collection), previous: versionOf(previous), products }
}

function indexOf({ edition, hash, rates, newArrivals, featured }: Collection): CollectionIndex {
  return { edition, hash, rates, newArrivals, featured }
}
