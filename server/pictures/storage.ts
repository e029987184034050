/** Stores the files of uploaded pictures: in a folder, or in a bucket of S3-compatible storage (s3-storage.ts). */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT_PICTURE_WIDTHS } from '#domain/product.ts'
import type { Result } from '#domain/result.ts'

/** The cause of the failure, for the log. */
export type StorageResult<Value> = Result<Value, string>

/** Files are named by a pattern without separators (UPLOADED_FILE). */
export interface PictureStorage {
  /** Atomic: afterwards the file is complete, or as it was before. */
  put(file: string, bytes: Uint8Array<ArrayBuffer>): Promise<StorageResult<null>>
  /** Null if the file does not exist. */
  read(file: string): Promise<StorageResult<Uint8Array<ArrayBuffer> | null>>
  /** Does nothing if the file does not exist. */
  remove(file: string): Promise<StorageResult<null>>
}

const PICTURE_FORMATS = ['avif', 'webp'] as const

export const UPLOADED_FILE = /^u-[\da-f]{32}-[\da-f]{6}-(?:320|640|1024)\.(avif|webp)$/

/** The file endings of a picture: `640.avif`. */
export const PICTURE_VARIANTS = PRODUCT_PICTURE_WIDTHS.flatMap((width) =>
  PICTURE_FORMATS.map((format) => `${width}.${format}`),
)

const DONE = { ok: true, value: null } as const

/** Several servers need a shared folder. */
export function createFolderStorage(folder: string): PictureStorage {
  return {
    put: (file, bytes) =>
      asResult(async () => {
        await mkdir(folder, { recursive: true })
        const partial = join(folder, `.${file}.${randomUUID()}`)
        try {
          const handle = await open(partial, 'wx')
          try {
            await handle.writeFile(bytes)
            await handle.sync()
          } finally {
            await handle.close()
          }
          await rename(partial, join(folder, file))
        } finally {
          await rm(partial, { force: true })
        }
        return null
      }),
    async read(file) {
      try {
        return { ok: true, value: new Uint8Array(await readFile(join(folder, file))) }
      } catch (error) {
        return codeOf(error) === 'ENOENT' ? DONE : { ok: false, error: codeOf(error) }
      }
    },
    remove: (file) => asResult(() => rm(join(folder, file), { force: true }).then(() => null)),
  }
}

async function asResult<Value>(work: () => Promise<Value>): Promise<StorageResult<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, error: codeOf(error) }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
