/**
 * Pages that are not files of the build are rendered in a thread of their own: however long that takes, the thread that
 * serves goes on answering others.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import type { RenderedPage } from './render-worker.ts'

/** What waits beyond it is refused: a page that comes after a minute is of use to nobody. */
const QUEUE_MAX = 200
const MEMORY_MAX_MB = 512

export interface Renderer {
  /** The page at an absolute address, or null while too many others wait. Throws where the thread fails. */
  render(url: string): Promise<RenderedPage | null>
  close(): Promise<void>
}

/** Renders with the build in `root`. Throws if there is none. */
export function createRenderer(root: string, { queueMax = QUEUE_MAX } = {}): Renderer {
  const build = join(root, 'build/server/index.js')
  if (!existsSync(build)) throw new Error('There is no build yet. Run: npm run build')
  const pool = new Piscina<string, RenderedPage>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    workerData: { buildUrl: pathToFileURL(build).href },
    minThreads: 1,
    maxThreads: 1,
    maxQueue: queueMax,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  return {
    render: async (url) => (pool.queueSize >= queueMax ? null : pool.run(url)),
    close: () => pool.destroy(),
  }
}
