import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { afterAll, expect, test } from 'vitest'
import { receiveUpload } from './receive.ts'

const folder = mkdtempSync(join(tmpdir(), 'swarnika-receive-'))
const file = join(folder, 'upload')
afterAll(() => rmSync(folder, { recursive: true }))

/** Sends its parts, and then, unless it ends, nothing more. */
function streamOf(parts: readonly number[], { ends = true } = {}): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const size of parts) controller.enqueue(new Uint8Array(size))
      if (ends) controller.close()
    },
  })
}

test('an upload is in the file, with its size and its hash', async () => {
  const received = await receiveUpload(streamOf([10, 20]), file)
  expect(received).toMatchObject({
    ok: true,
    value: { bytes: 30, hash: expect.stringMatching(/^[\da-f]{64}$/) },
  })
  expect(readFileSync(file)).toHaveLength(30)
})

test('one that is larger than allowed is cut off there', async () => {
  const received = await receiveUpload(streamOf([60, 60, 1_000_000]), file, { bytesMax: 100 })
  expect(received).toEqual({ ok: false, error: 'too large' })
  expect(readFileSync(file).byteLength).toBeLessThanOrEqual(100)
})

test('one that stops in the middle does not wait for ever', async () => {
  const received = await receiveUpload(streamOf([10], { ends: false }), file, { timeMaxMs: 50 })
  expect(received).toEqual({ ok: false, error: 'interrupted' })
})
