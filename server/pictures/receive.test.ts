import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { afterAll, expect, test } from 'vitest'
import { receiveUpload } from './receive.ts'

const folder = mkdtempSync(join(tmpdir(), 'swarnika-receive-'))
const file = join(folder, 'upload')
afterAll(() => rmSync(folder, { recursive: true }))

/** Sends its parts, and nothing more unless it ends. */
function streamOf(parts: readonly number[], { ends = true } = {}): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const size of parts) controller.enqueue(new Uint8Array(size))
      if (ends) controller.close()
    },
  })
}

test('an upload is written to the file, and its size and hash are returned', async () => {
  const received = await receiveUpload(streamOf([10, 20]), file)
  expect(received).toMatchObject({
    ok: true,
    value: { bytes: 30, hash: expect.stringMatching(/^[\da-f]{64}$/) },
  })
  expect(readFileSync(file)).toHaveLength(30)
})

test('an upload beyond the limit is cut off there', async () => {
  const received = await receiveUpload(streamOf([60, 60, 1_000_000]), file, { bytesMax: 100 })
  expect(received).toEqual({ ok: false, error: 'too large' })
  expect(readFileSync(file).byteLength).toBeLessThanOrEqual(100)
})

test('a stalled upload times out', async () => {
  const received = await receiveUpload(streamOf([10], { ends: false }), file, { timeMaxMs: 50 })
  expect(received).toEqual({ ok: false, error: 'interrupted' })
})
