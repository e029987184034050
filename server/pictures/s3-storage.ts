/** Pictures in a bucket of S3-compatible storage, by its wire protocol (docs/providers.md, S3-1). */
import { createHash } from 'node:crypto'
import type { AwsClient } from 'aws4fetch'
import type { PictureBucket } from '#server/env.ts'
import type { PictureStorage, StorageResult } from './storage.ts'

const TIMEOUT_MS = 15_000
/** aws4fetch repeats requests with a 5xx or 429 response, with growing pauses from 50 ms. */
const RETRIES = 3
/** A picture never changes under its name. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

export function createS3Storage({ url, ...credentials }: PictureBucket): PictureStorage {
  let client: Promise<AwsClient> | null = null
  // Only servers with a bucket need the library.
  const connect = () =>
    (client ??= import('aws4fetch').then(
      ({ AwsClient: Client }) => new Client({ ...credentials, service: 's3', retries: RETRIES }),
    ))

  async function send(
    method: string,
    file: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<StorageResult<Response>> {
    try {
      const aws = await connect()
      const response = await aws.fetch(`${url}/${file}`, {
        method,
        ...(body && {
          body,
          headers: {
            'content-type': `image/${file.split('.').at(-1)}`,
            'cache-control': CACHE_CONTROL,
            // Part of the signature, so that the received bytes are the sent ones.
            'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
          },
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok || response.status === 404) return { ok: true, value: response }
      await response.body?.cancel()
      return { ok: false, error: `status ${response.status}` }
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      return { ok: false, error: cause instanceof Error ? cause.message : String(cause) }
    }
  }

  return {
    async put(file, bytes) {
      const sent = await send('PUT', file, bytes)
      if (!sent.ok) return sent
      await sent.value.body?.cancel()
      // The bucket does not exist.
      return sent.value.ok ? { ok: true, value: null } : { ok: false, error: 'status 404' }
    },
    async read(file) {
      const sent = await send('GET', file)
      if (!sent.ok) return sent
      if (!sent.value.ok) {
        await sent.value.body?.cancel()
        return { ok: true, value: null }
      }
      try {
        return { ok: true, value: new Uint8Array(await sent.value.arrayBuffer()) }
      } catch {
        return { ok: false, error: 'the connection broke' }
      }
    },
    async remove(file) {
      const sent = await send('DELETE', file)
      if (!sent.ok) return sent
      await sent.value.body?.cancel()
      return { ok: true, value: null }
    },
  }
}
