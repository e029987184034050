/**
 * Pages that are not files of the build are rendered in a thread of their own: however long that takes, the thread that
 * serves goes on answering others.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { versionOf, type Collection } from '#domain/collection.ts'
import type {
  CollectionPart,
  PageRequest,
  RenderedPage,
  RenderWorkerData,
  Task,
  TaskResult,
} from './render-worker.ts'
import type { ExternalOrigins } from './security.ts'

/** What waits beyond it is refused: a page that comes after a minute is of use to nobody. */
const QUEUE_MAX = 200
const MEMORY_MAX_MB = 512

/** For pages that are kept, and for those that are sent once. */
export const PAGE_QUALITY = 5
export const PASSING_QUALITY = 4

export interface Renderer {
  /** A page of the collection, or null while too many others wait, or other collections. Throws where the thread fails. */
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
  const pool = new Piscina<Task, TaskResult>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    workerData,
    // React is several times slower in development.
    env: { ...process.env, NODE_ENV: 'production' },
    minThreads: 1,
    maxThreads: 1,
    maxQueue: queueMax + PARTS_IN_QUEUE,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  const sending = new Map<string, Promise<void>>()

  function send(collection: Collection): Promise<void> {
    const version = versionOf(collection)
    const promise = sending.get(version) ?? sendInParts(collection).finally(() => sending.delete(version))
    sending.set(version, promise)
    return promise
  }

  async function sendInParts(collection: Collection): Promise<void> {
    for (const part of partsOf(collection)) {
      // The thread has been replaced meanwhile; the next page that needs the collection sends it again.
      if ((await pool.run({ do: 'receive', ...part })) === 'unknown') return
      await breathe()
    }
  }

  return {
    async render(request, collection) {
      if (pool.queueSize >= queueMax) return null
      const task: Task = { do: 'render', version: versionOf(collection), ...request }
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const result = await pool.run(task)
        if (typeof result === 'object') return result
        await send(collection)
      }
      // Others have taken its place each time.
      return null
    },
    close: () => pool.destroy(),
  }
}

/** One part is sent at a time, for each of two editions. */
const PARTS_IN_QUEUE = 2
const ATTEMPTS_MAX = 3

const PRODUCTS_PER_PART = 500

function* partsOf({
  edition,
  hash,
  rates,
  newArrivals,
  featured,
  products,
  retired,
}: Collection): Generator<CollectionPart> {
  const index = { edition, hash, rates, newArrivals, featured }
  const all = [...products, ...retired]
  let from = 0
  do {
    const part = all.slice(from, from + PRODUCTS_PER_PART)
    yield { index, from, products: part, isLast: from + part.length >= all.length }
    from += PRODUCTS_PER_PART
  } while (from < all.length)
}
