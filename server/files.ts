/**
 * The files of the build, ready to be handed out: compressed beforehand, with a validator each. Which files exist is
 * read once at start, so that a request can only ever name one of them.
 */
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { parseAccept } from 'hono/utils/accept'
import { getMimeType } from 'hono/utils/mime'

type Encoding = 'br' | 'gzip'
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

interface Variant {
  readonly file: string
  readonly size: number
}

export interface BuiltFile extends Variant {
  /** As in the address: `/assets/root-a1b2.js`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  readonly variants: Partial<Record<Encoding, Variant>>
}

export async function readBuiltFiles(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = new Map(
    await Promise.all(
      names.map(async (file): Promise<[string, { size: number; mtimeMs: number }]> => [
        file,
        await stat(file),
      ]),
    ),
  )
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

export function readText(file: BuiltFile): Promise<string> {
  return readFile(file.file, 'utf8')
}

/** Covers every compressed page and script; a picture is streamed. */
const KEPT_FILE_MAX = 32 * 1024
const KEPT_TOTAL_MAX = 32 * 1024 * 1024

/** Reads small files once and keeps them, so that slow clients hold no descriptors. Null for a file to be streamed. */
export type KeptFiles = (file: Variant) => Promise<Uint8Array<ArrayBuffer>> | null

export function createKeptFiles(): KeptFiles {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let total = 0
  return ({ file, size }) => {
    const known = kept.get(file)
    if (known) return known
    if (size > KEPT_FILE_MAX || total + size > KEPT_TOTAL_MAX) return null
    total += size
    const content = readFile(file).catch((error: unknown) => {
      kept.delete(file)
      total -= size
      throw error
    })
    kept.set(file, content)
    return content
  }
}

interface FileRequest {
  readonly request: Request
  readonly file: BuiltFile
  readonly headers: Readonly<Record<string, string>>
}

/** Answers a GET or HEAD with the file, or with 304 when the browser has it already. */
export async function fileResponse(
  kept: KeptFiles,
  { request, file, headers }: FileRequest,
): Promise<Response> {
  const encoding = bestEncoding(request.headers.get('accept-encoding') ?? '', file)
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
  const common = { ...headers, etag, vary: 'accept-encoding' }
  if (isKnown(etag, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers: common })
  const variant = (encoding && file.variants[encoding]) || file
  const hasBody = request.method !== 'HEAD' && variant.size > 0
  const { body, length } = hasBody ? await bodyOf(kept, variant) : { body: null, length: variant.size }
  return new Response(body, {
    headers: {
      ...common,
      'content-type': file.type,
      'content-length': String(length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

/**
 * A build in the same folder may have replaced the file since the start: bytes beyond the announced length would be taken
 * for the next answer on the connection.
 */
async function bodyOf(kept: KeptFiles, variant: Variant): Promise<{ body: BodyInit; length: number }> {
  const content = await kept(variant)
  if (content) return { body: content, length: content.byteLength }
  const { file, size } = variant
  // node's and the platform's stream types differ in name only
  return { body: Readable.toWeb(createReadStream(file, { end: size - 1 })) as ReadableStream, length: size }
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): a proxy that compresses turns an ETag into a weak one. */
function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false
  const known = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return known.includes(etag) || ifNoneMatch.trim() === '*'
}

function bestEncoding(accepted: string, file: BuiltFile): Encoding | undefined {
  const encodings: readonly Encoding[] = ['br', 'gzip']
  const taken = parseAccept(accepted)
  return encodings.find(
    (encoding) => file.variants[encoding] && taken.some(({ type, q }) => type === encoding && q > 0),
  )
}
