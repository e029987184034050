/**
 * Serves the files of the build, precompressed and with ETags. They are listed once at startup, so that no request can
 * name another file.
 */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { getMimeType } from 'hono/utils/mime'

type Encoding = 'br' | 'gzip'
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

interface Variant {
  readonly file: string
  readonly size: number
}

export interface BuiltFile extends Variant {
  /** The URL path: `/assets/root-a1b2.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  readonly variants: Partial<Record<Encoding, Variant>>
}

/** Synchronous: with promises, thousands of files take twice the CPU time, and 10 MB. */
export function readBuiltFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = new Map(names.map((file) => [file, statSync(file)]))
  const variantOf = (file: string, encoding: Encoding): Variant | undefined => {
    const found = sizes.get(file + ENDINGS[encoding])
    return found && { file: file + ENDINGS[encoding], size: found.size }
  }
  const files = names
    .filter((file) => !Object.values(ENDINGS).some((ending) => file.endsWith(ending)))
    .map((file): BuiltFile => {
      const { size = 0, mtimeMs = 0 } = sizes.get(file) ?? {}
      return {
        path: `/${relative(folder, file).split(sep).join('/')}`,
        file,
        size,
        type: file.endsWith('feed.xml')
          ? 'application/atom+xml; charset=utf-8'
          : (getMimeType(file) ?? 'application/octet-stream'),
        etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
        variants: { br: variantOf(file, 'br'), gzip: variantOf(file, 'gzip') },
      }
    })
  return new Map(files.map((file) => [file.path, file]))
}

export function readBuiltText(file: BuiltFile): Promise<string> {
  return readFile(file.file, 'utf8')
}

/** Null for a file that is too small to be compressed. */
export async function readBrotli({ variants }: BuiltFile): Promise<Uint8Array<ArrayBuffer> | null> {
  return variants.br ? new Uint8Array(await readFile(variants.br.file)) : null
}

/** Covers every compressed page and script; pictures are streamed. */
const CACHED_FILE_MAX = 32 * 1024
const CACHE_SIZE_MAX = 32 * 1024 * 1024

/** Caches small files, so that slow clients hold no file descriptors. Null for a file to be streamed. */
export type FileCache = (file: Variant) => Promise<Uint8Array<ArrayBuffer>> | null

export function createFileCache(): FileCache {
  const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let total = 0
  return ({ file, size }) => {
    const cached = cache.get(file)
    if (cached) return cached
    if (size > CACHED_FILE_MAX || total + size > CACHE_SIZE_MAX) return null
    total += size
    const content = readFile(file).catch((error: unknown) => {
      cache.delete(file)
      total -= size
      throw error
    })
    cache.set(file, content)
    return content
  }
}

/** The headers of a GET or HEAD request that select the response. */
export interface RequestHead {
  readonly method: string
  readonly acceptEncoding: string
  readonly ifNoneMatch: string | null
}

export function headOf({ method, headers }: Request): RequestHead {
  const acceptEncoding = headers.get('accept-encoding') ?? ''
  return { method, acceptEncoding, ifNoneMatch: headers.get('if-none-match') }
}

/** A response before it is sent, by Hono or by Node directly. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes in memory, a file to be streamed, or null. */
  readonly body: Uint8Array<ArrayBuffer> | Variant | null
}

export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body && !isInMemory(body) ? stream(body) : body, { status, headers })
}

export function isInMemory(body: NonNullable<Reply['body']>): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array
}

/**
 * A build in the same folder may have replaced the file since startup: bytes beyond the announced length would corrupt
 * the next response on the connection.
 */
function stream({ file, size }: Variant): ReadableStream {
  // Node's and the DOM's stream types differ in name only.
  return Readable.toWeb(createReadStream(file, { end: size - 1 })) as ReadableStream
}

export async function fileReply(
  cache: FileCache,
  file: BuiltFile,
  { head, headers }: { readonly head: RequestHead; readonly headers: Readonly<Record<string, string>> },
): Promise<Reply> {
  const encoding = bestEncoding(head, (one) => file.variants[one] !== undefined)
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
  const common = { ...headers, etag, vary: 'accept-encoding' }
  if (isKnown(etag, head.ifNoneMatch)) return { status: 304, headers: common, body: null }
  const variant = (encoding && file.variants[encoding]) || file
  const hasBody = head.method !== 'HEAD' && variant.size > 0
  const content = hasBody ? await cache(variant) : null
  return {
    status: 200,
    headers: {
      ...common,
      'content-type': file.type,
      'content-length': String(content?.byteLength ?? variant.size),
      ...(encoding && { 'content-encoding': encoding }),
    },
    body: content ?? (hasBody ? variant : null),
  }
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): a proxy that compresses weakens an ETag. */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false
  const cached = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return cached.includes(etag) || ifNoneMatch.trim() === '*'
}

function bestEncoding(
  { acceptEncoding }: RequestHead,
  isAvailable: (encoding: Encoding) => boolean,
): Encoding | undefined {
  const encodings: readonly Encoding[] = ['br', 'gzip']
  const acceptable = parseAccept(acceptEncoding)
  return encodings.find(
    (encoding) => isAvailable(encoding) && acceptable.some(({ type, q }) => type === encoding && q > 0),
  )
}

const fromBrotli = promisify(brotliDecompress)

interface CompressedContent {
  readonly status: number
  readonly contentType: string
  /** Compressed by Brotli. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** Clients that do not accept Brotli get it uncompressed. */
export async function contentReply(
  head: RequestHead,
  { status, contentType, body, etag }: CompressedContent,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const encoding = bestEncoding(head, (one) => one === 'br')
  const common = {
    ...headers,
    etag: encoding ? etag.replace(/"$/, `-${encoding}"`) : etag,
    vary: 'accept-encoding',
  }
  if (status === 200 && isKnown(common.etag, head.ifNoneMatch))
    return { status: 304, headers: common, body: null }
  const bytes = encoding ? body : new Uint8Array(await fromBrotli(body))
  return {
    status,
    headers: {
      ...common,
      'content-type': contentType,
      'content-length': String(bytes.byteLength),
      ...(encoding && { 'content-encoding': encoding }),
    },
    body: head.method === 'HEAD' ? null : bytes,
  }
}
