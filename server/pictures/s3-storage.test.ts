/** Tests against a small S3 that checks each signature as AWS documents it (docs/providers.md, S3-1). */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listenOnFreePort } from '#server/testing.ts'
import { createS3Storage } from './s3-storage.ts'

/** From AWS's examples. */
const KEY = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const FILE = `u-${'0'.repeat(32)}-c8b09a-640.avif`
const CONTENT = new Uint8Array(Buffer.from('a picture'))

interface StoredObject {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}
const objects = new Map<string, StoredObject>()
/** Fault statuses of the next responses. */
let faults: number[] = []

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** AWS Signature Version 4, as documented in “Authenticating Requests: Using the Authorization Header”. */
function signatureOf({ method, path, headers }: SignedRequest, signedHeaders: string): string {
  const date = String(headers['x-amz-date'])
  const canonicalHeaders = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const payload = String(headers['x-amz-content-sha256'])
  const canonical = [method, path, '', canonicalHeaders.join(''), signedHeaders, payload].join('\n')
  const scope = `${date.slice(0, 8)}/${KEY.region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${KEY.secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
}

function isSigned(request: SignedRequest, body: Buffer): boolean {
  const { headers } = request
  const [, credential, signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const payload = headers['x-amz-content-sha256']
  return (
    credential?.startsWith(`${KEY.accessKeyId}/`) === true &&
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedHeaders.split(';').includes(name)) &&
    (request.method === 'PUT' ? payload === sha256(body) : true) &&
    signature === signatureOf(request, signedHeaders)
  )
}

const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    const { method = '', url: path = '', headers } = request
    const fault = faults.shift()
    if (fault === 0) return request.socket.destroy()
    if (fault !== undefined) return response.writeHead(fault).end('<Error><Code>SlowDown</Code></Error>')
    if (!isSigned({ method, path, headers }, body))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (!path.startsWith('/swarnika/'))
      return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    if (method === 'PUT') objects.set(path, { body, headers })
    if (method === 'DELETE') objects.delete(path)
    const found = objects.get(path)
    if (method !== 'GET') return response.writeHead(method === 'PUT' ? 200 : 204).end()
    return found
      ? response.writeHead(200).end(found.body)
      : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  })
})
let origin = ''
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOnFreePort(server)}`
})
beforeEach(() => {
  objects.clear()
  faults = []
})
afterAll(() => server.close())

const storageAt = (options: Partial<typeof KEY & { url: string }> = {}) =>
  createS3Storage({ url: `${origin}/swarnika`, ...KEY, ...options })

test('the stand-in signs like the example of AWS', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': '20130524T000000Z',
  }
  const signed = signatureOf({ method: 'GET', path: '/test.txt', headers }, Object.keys(headers).join(';'))
  expect(signed).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

test('a picture is stored with its type, read, and removed', async () => {
  const storage = storageAt()
  expect(await storage.put(FILE, CONTENT)).toEqual({ ok: true, value: null })
  expect(objects.get(`/swarnika/${FILE}`)?.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(await storage.read(FILE)).toEqual({ ok: true, value: CONTENT })
  expect(await storage.remove(FILE)).toEqual({ ok: true, value: null })
  expect(await storage.remove(FILE)).toEqual({ ok: true, value: null })
  expect(await storage.read(FILE)).toEqual({ ok: true, value: null })
})

test('a request to a busy storage is retried', async () => {
  faults = [503, 429]
  expect(await storageAt().put(FILE, CONTENT)).toEqual({ ok: true, value: null })
  expect(objects.has(`/swarnika/${FILE}`)).toBe(true)
})

test('a wrong key, a missing bucket and an unavailable storage are errors, not missing pictures', async () => {
  const wrong = storageAt({ secretAccessKey: 'another' })
  expect(await wrong.put(FILE, CONTENT)).toEqual({ ok: false, error: 'status 403' })
  expect(await wrong.read(FILE)).toEqual({ ok: false, error: 'status 403' })
  expect(await wrong.remove(FILE)).toEqual({ ok: false, error: 'status 403' })
  expect(await storageAt({ url: `${origin}/elsewhere` }).put(FILE, CONTENT)).toEqual({
    ok: false,
    error: 'status 404',
  })
  faults = [0]
  expect(await storageAt().read(FILE)).toMatchObject({ ok: false })
  expect(await storageAt({ url: 'http://127.0.0.1:1/swarnika' }).put(FILE, CONTENT)).toMatchObject({
    ok: false,
  })
})
