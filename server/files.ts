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

/** Answers a GET or HEAD with the file, or with 304 when the browser has it already. */
export function fileAnswer(request: Request, file: BuiltFile, headers: Record<string, string>): Response {
  const encoding = bestEncoding(request.headers.get('accept-encoding') ?? '', file)
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
  const common = { ...headers, etag, vary: 'accept-encoding' }
  const known = (request.headers.get('if-none-match') ?? '').split(/\s*,\s*/)
  if (known.includes(etag)) return new Response(null, { status: 304, headers: common })
  const { file: name, size } = (encoding && file.variants[encoding]) || file
  const body =
    request.method === 'HEAD' || size === 0
      ? null
      : (Readable.toWeb(createReadStream(name)) as ReadableStream) // node's and the platform's stream types differ in name only
  return new Response(body, {
    headers: {
      ...common,
      'content-type': file.type,
      'content-length': String(size),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

function bestEncoding(accepted: string, file: BuiltFile): Encoding | undefined {
  const encodings: readonly Encoding[] = ['br', 'gzip']
  const taken = parseAccept(accepted)
  return encodings.find(
    (encoding) => file.variants[encoding] && taken.some(({ type, q }) => type === encoding && q > 0),
  )
}
