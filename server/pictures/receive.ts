/** Receives an upload into a file, limited in size and time, so that no upload is ever held in memory as a whole. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Result } from '#domain/result.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { UPLOAD_BYTES_MAX } from '#domain/uploaded-picture.ts'

/** 20 MB at half a megabit per second; Node ends a request after five minutes. */
const TIME_MAX_MS = 4 * MINUTE_MS

export type ReceiveError = 'too large' | 'interrupted' | 'empty' | 'HEIC'

interface ReceivedFile {
  readonly bytes: number
  /** SHA-256. */
  readonly hash: string
}

interface ReceiveLimits {
  readonly bytesMax?: number
  readonly timeMaxMs?: number
}

export async function receiveUpload(
  body: ReadableStream | null,
  file: string,
  { bytesMax = UPLOAD_BYTES_MAX, timeMaxMs = TIME_MAX_MS }: ReceiveLimits = {},
): Promise<Result<ReceivedFile, ReceiveError>> {
  if (!body) return { ok: false, error: 'empty' }
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) return done(new Error('too large'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    const signal = AbortSignal.timeout(timeMaxMs)
    await pipeline(Readable.fromWeb(body), count, createWriteStream(file), { signal })
  } catch {
    return { ok: false, error: bytes > bytesMax ? 'too large' : 'interrupted' }
  }
  if (bytes === 0) return { ok: false, error: 'empty' }
  if (await isHeic(file)) return { ok: false, error: 'HEIC' }
  return { ok: true, value: { bytes, hash: hash.digest('hex') } }
}

/** Recognized, because a setting of the iPhone helps. */
async function isHeic(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(buffer.toString('latin1', 4, 12))
  } finally {
    await handle.close()
  }
}
