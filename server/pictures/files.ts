/** Serves the files of uploaded pictures. */
import { Hono } from 'hono'
import { FLOWER } from '#domain/flower.ts'
import type { App, AppEnv } from '#server/http.ts'
import type { Log } from '#server/log.ts'
import { UPLOADED_FILE, type PictureStorage } from './storage.ts'

/** Some hundreds of files. */
const CACHE_BYTES_MAX = 16 * 1024 * 1024
const IMMUTABLE = 'public, max-age=31536000, immutable'

export interface PictureFiles {
  /** From memory; null for a file that was not read yet. */
  cached(file: string): Uint8Array<ArrayBuffer> | null
  /** Null for a file that is missing or cannot be read now. */
  read(file: string): Promise<Uint8Array<ArrayBuffer> | null>
}

/** The least recently requested files are evicted first. */
export function createPictureFiles(storage: PictureStorage, log: Log): PictureFiles {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>()
  const reading = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()
  let total = 0

  function cached(file: string): Uint8Array<ArrayBuffer> | null {
    const content = contents.get(file)
    if (!content) return null
    contents.delete(file)
    contents.set(file, content)
    return content
  }

  async function load(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const read = await storage.read(file)
    if (!read.ok) log.error('picture not read', { picture: file, code: read.error })
    const content = read.ok ? read.value : null
    if (!content || contents.has(file)) return content
    contents.set(file, content)
    total += content.byteLength
    for (const [oldest, { byteLength }] of contents) {
      if (total <= CACHE_BYTES_MAX) break
      contents.delete(oldest)
      total -= byteLength
    }
    return content
  }

  return {
    cached,
    async read(file) {
      const content = cached(file)
      if (content) return content
      const promise = reading.get(file) ?? load(file).finally(() => reading.delete(file))
      reading.set(file, promise)
      return promise
    },
  }
}

/** Undefined for any other path. */
export function uploadedFileAt(path: string): string | undefined {
  const file = path.startsWith('/pictures/u-') ? path.slice('/pictures/'.length) : ''
  return UPLOADED_FILE.test(file) ? file : undefined
}

export function pictureHeaders(file: string): Record<string, string> {
  return {
    'cache-control': IMMUTABLE,
    'content-type': `image/${file.split('.').at(-1)}`,
    etag: `"${file}"`,
  }
}

export function pictureRoutes(files: PictureFiles): App {
  const app: App = new Hono<AppEnv>()
  // Like pages and files of the build, these are not API calls.
  app.use('/pictures/*', async (context, next) => {
    const { method, path } = context.req
    const file = method === 'GET' || method === 'HEAD' ? uploadedFileAt(path) : undefined
    if (file === undefined) return next()
    const headers = pictureHeaders(file)
    if (context.req.header('if-none-match') === headers['etag']) return context.body(null, 304, headers)
    const content = await files.read(file)
    // Browsers show the flower although the status is 404.
    if (!content)
      return context.body(FLOWER, 404, { 'cache-control': 'no-store', 'content-type': 'image/svg+xml' })
    return context.body(content, 200, { ...headers, 'content-length': String(content.byteLength) })
  })
  return app
}
