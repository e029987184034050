/** Turns an uploaded file into a stored picture. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadableStream } from 'node:stream/web'
import type { Result } from '#domain/result.ts'
import type { Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import type { Crop, EncodeError, PictureEncoder } from './encode.ts'
import { receiveUpload, type ReceiveError } from './receive.ts'
import { claimPicture, insertPicture } from './rows.ts'
import type { PictureStorage } from './storage.ts'

export interface UploadDeps {
  readonly db: Database
  readonly storage: PictureStorage
  readonly encoder: PictureEncoder
  readonly log: Log
  readonly now: () => Date
}

export type UploadError =
  | ReceiveError
  | EncodeError
  /** Too many concurrent uploads. */
  | 'busy'
  /** The same picture is being deleted because it was unused. */
  | 'being deleted'
  | 'storage unavailable'

interface StoredUpload {
  readonly name: string
  /** Size of the uploaded file. */
  readonly bytes: number
}

export interface PictureUploads {
  /** Stores missing files; the caller marks the row as stored (rows.ts). */
  store(body: ReadableStream | null, crop: Crop | null): Promise<Result<StoredUpload, UploadError>>
}

/** Per server. Each upload has a file on disk; they are encoded one at a time. */
const AT_ONCE_MAX = 8
/** Changes with the encoder's output: the content under a name must not change. */
const ENCODING_VERSION = 1

export function createPictureUploads(deps: UploadDeps): PictureUploads {
  let inProgress = 0
  /** Keyed by hash: a second upload of the same picture waits for the first. */
  const encoding: Encoding = new Map()
  return {
    async store(body, crop) {
      if (inProgress >= AT_ONCE_MAX) return { ok: false, error: 'busy' }
      inProgress += 1
      try {
        const folder = await mkdtemp(join(tmpdir(), 'swarnika-upload-'))
        try {
          return await store(deps, encoding, { body, crop, folder })
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      } finally {
        inProgress -= 1
      }
    },
  }
}

type Encoding = Map<string, Promise<Result<string, UploadError>>>

interface Upload {
  readonly body: ReadableStream | null
  readonly crop: Crop | null
  readonly folder: string
}

async function store(
  deps: UploadDeps,
  encoding: Encoding,
  { body, crop, folder }: Upload,
): Promise<Result<StoredUpload, UploadError>> {
  const file = join(folder, 'upload')
  const received = await receiveUpload(body, file)
  if (!received.ok) return received
  const { bytes } = received.value
  const hash = hashOf(received.value.hash, crop)
  const upload = encoding.get(hash) ?? findOrEncode(deps, hash, { file, folder, crop })
  encoding.set(hash, upload)
  try {
    const name = await upload
    return name.ok ? { ok: true, value: { name: name.value, bytes } } : name
  } finally {
    encoding.delete(hash)
  }
}

interface ReceivedUpload {
  readonly file: string
  readonly folder: string
  readonly crop: Crop | null
}

/** Resolves with the name once all files are stored. */
async function findOrEncode(
  deps: UploadDeps,
  hash: string,
  { file, folder, crop }: ReceivedUpload,
): Promise<Result<string, UploadError>> {
  const { db, encoder, now } = deps
  const existing = await claimPicture(db, hash, now())
  if (existing.ok && existing.value.isStored) return { ok: true, value: existing.value.name }
  if (!existing.ok && existing.error === 'being deleted') return { ok: false, error: existing.error }
  const encoded = await encoder.encode(file, folder, crop)
  if (!encoded.ok) return encoded
  const { tone, files } = encoded.value
  const row = await insertPicture(db, { name: `u-${hash}-${tone}`, hash }, now())
  if (!row.ok) return { ok: false, error: 'being deleted' }
  const { name } = row.value
  const isStored = row.value.isStored || (await putFiles(deps, name, files))
  return isStored ? { ok: true, value: name } : { ok: false, error: 'storage unavailable' }
}

/** The default crop and the same crop by choice are two names for one picture; that is harmless. */
function hashOf(fileHash: string, crop: Crop | null): string {
  const part = crop && [crop.left, crop.top, crop.side]
  return createHash('sha256')
    .update(JSON.stringify([ENCODING_VERSION, part, fileHash]))
    .digest('hex')
    .slice(0, 32)
}

async function putFiles(
  { storage, log }: UploadDeps,
  name: string,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<boolean> {
  const results = await Promise.all(
    [...files].map(([variant, content]) => storage.put(`${name}-${variant}`, content)),
  )
  const failed = results.find((result) => !result.ok)
  if (failed && !failed.ok) log.error('picture not stored', { picture: name, code: failed.error })
  return !failed
}
