import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { UPLOAD_BYTES_MAX, UPLOADED_PICTURE } from '#domain/uploaded-picture.ts'
import { UNUSED_PICTURES } from '#domain/retention.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { loadContent, rollback, seedOpeningCollection } from '#server/collection/editions.ts'
import { uploadedPicture } from '#server/db/picture-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createLog } from '#server/log.ts'
import { createPictureEncoder, type PictureEncoder } from '#server/pictures/encode.ts'
import { createPictureFiles, pictureRoutes } from '#server/pictures/files.ts'
import { purgeUnusedPictures } from '#server/pictures/purge.ts'
import { PICTURE_VARIANTS } from '#server/pictures/storage.ts'
import {
  animation,
  bomb,
  createTestStorage,
  photograph,
  plain,
  type TestStorage,
} from '#server/pictures/testing.ts'
import { createPictureUploads } from '#server/pictures/uploads.ts'
import { auditEntriesAbout, createTestDesk, enrolAs, type TestDesk, type TestStaff } from './testing.ts'

const database = useTestDatabase()
let storage: TestStorage
let desk: TestDesk
let manager: TestStaff
let support: TestStaff
const log = createLog('silent')
const encoder = createPictureEncoder()
/** For tests of later steps: real files, without the seconds of encoding them. */
let isQuick = false
const quickEncoder: PictureEncoder = {
  ...encoder,
  encode: async (input, folder, crop) =>
    isQuick
      ? {
          ok: true,
          value: { tone: 'c8b09a', files: new Map(PICTURE_VARIANTS.map((variant) => [variant, TINY])) },
        }
      : encoder.encode(input, folder, crop),
}
const TINY = new Uint8Array([1, 2, 3])
/** Uploads of another process, such as a killed server, would be counted among its leftovers. */
const temporaryFolder = mkdtempSync(join(tmpdir(), 'swarnika-'))
beforeAll(async () => {
  vi.stubEnv('TMPDIR', temporaryFolder)
  storage = createTestStorage()
  const { db } = database
  const now = () => desk.now()
  desk = createTestDesk(db, {
    uploads: createPictureUploads({ db, storage, encoder: quickEncoder, log, now }),
    // Without a cache, so that a deleted file is missing at once.
    areas: [pictureRoutes({ ...createPictureFiles(storage, log), read: readAnew })],
  })
  manager = await enrolAs(desk, 'manager')
  support = await enrolAs(desk, 'support')
  await seedOpeningCollection(db, desk.now())
})
afterAll(async () => {
  encoder.close()
  storage.delete()
  vi.unstubAllEnvs()
  rmSync(temporaryFolder, { recursive: true })
})

const readAnew = (file: string) => createPictureFiles(storage, log).read(file)

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

function upload(raw: Body, { query = '', type = 'image/jpeg', who = manager, hasLength = true } = {}) {
  const headers: Record<string, string> = { 'content-type': type }
  if (hasLength && raw instanceof Uint8Array) headers['content-length'] = String(raw.byteLength)
  return desk.request('POST', `/api/desk/pictures${query}`, { raw, cookie: who.cookie, headers })
}
const get = (file: string, headers: Record<string, string> = {}) =>
  desk.app.request(`/pictures/${file}`, { headers })
const bytesAt = async (file: string) => Buffer.from(await (await get(file)).arrayBuffer())
const rowOf = async (name: string) => {
  const [row] = await database.db.select().from(uploadedPicture).where(eq(uploadedPicture.name, name))
  return row
}
const send = (method: string, path: string, body?: unknown) =>
  desk.request(method, `/api/desk/${path}`, { cookie: manager.cookie, ...(body !== undefined && { body }) })
const leftovers = () => readdirSync(temporaryFolder).filter((name) => name.startsWith('swarnika-upload-'))

/** The colour of a pixel at a relative position. */
async function colourAt(file: string, across: number, down: number): Promise<readonly number[]> {
  const { data, info } = await sharp(await bytesAt(file))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const offset =
    (Math.floor(down * (info.height - 1)) * info.width + Math.floor(across * (info.width - 1))) *
    info.channels
  return [...data.subarray(offset, offset + 3)]
}
const isRed = ([red = 0, , blue = 0]: readonly number[]) => red > 150 && blue < 90
const isBlue = ([red = 0, , blue = 0]: readonly number[]) => blue > 150 && red < 90

describe('an uploaded picture', () => {
  // Shows D58.encoded
  test('is rotated upright, cropped to its central square, and served in the shop’s sizes without metadata', async () => {
    const source = await photograph()
    expect(Buffer.from(source).toString('latin1')).toContain('Ravi of the desk')
    const { status, json } = await upload(source)
    expect(status).toBe(200)
    expect(json.name).toMatch(UPLOADED_PICTURE)
    for (const width of [320, 640, 1024])
      for (const format of ['avif', 'webp']) {
        const file = `${json.name}-${width}.${format}`
        const response = await get(file)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe(`image/${format}`)
        expect(response.headers.get('cache-control')).toContain('immutable')
        const content = Buffer.from(await response.arrayBuffer())
        const metadata = await sharp(content).metadata()
        expect([metadata.width, metadata.height, metadata.exif, metadata.xmp, metadata.orientation]).toEqual([
          width,
          width,
          undefined,
          undefined,
          undefined,
        ])
        expect(content.toString('latin1')).not.toContain('Ravi')
      }
    expect(isRed(await colourAt(`${json.name}-640.webp`, 0.1, 0.5))).toBe(true)
    expect(isBlue(await colourAt(`${json.name}-640.webp`, 0.9, 0.5))).toBe(true)
    // Half red, half blue.
    const [, , tone = ''] = json.name.split('-')
    expect(isRed([Number.parseInt(tone.slice(0, 2), 16), 0, 0])).toBe(false)
  })

  test('shows the chosen crop', async () => {
    const source = await photograph('webp')
    const { json } = await upload(source, { query: '?left=0&top=100&side=640', type: 'image/webp' })
    expect(isRed(await colourAt(`${json.name}-320.avif`, 0.05, 0.5))).toBe(true)
    expect(isRed(await colourAt(`${json.name}-320.avif`, 0.85, 0.5))).toBe(true)
  })

  // Shows D58.upload
  test('stays one picture and one log entry if it is sent again, even by two people concurrently', async () => {
    const source = await plain('#3a7d44')
    const results = await Promise.all([upload(source), upload(source), upload(source)])
    const names = new Set(results.map(({ json }) => json.name))
    expect([results.map(({ status }) => status), names.size]).toEqual([[200, 200, 200], 1])
    const [name] = names
    expect((await upload(source)).json.name).toBe(name)
    const acts = await auditEntriesAbout(database.db, name)
    expect(acts).toMatchObject([
      { act: 'uploaded picture', actor: manager.email, after: { bytes: source.byteLength } },
    ])
  })

  // Shows D58.served
  test('is answered with 304 to a browser that has it, and a missing one with a flower', async () => {
    const { json } = await upload(await plain('#101010'))
    const file = `${json.name}-320.webp`
    const etag = (await get(file)).headers.get('etag') ?? ''
    expect((await get(file, { 'if-none-match': etag })).status).toBe(304)
    const missing = await get(file.replace(/^u-./, 'u-0').replace(/u-.{8}/, 'u-00000000'))
    expect([
      missing.status,
      missing.headers.get('content-type'),
      missing.headers.get('cache-control'),
    ]).toEqual([404, 'image/svg+xml', 'no-store'])
    storage.fail(true)
    try {
      const unreadable = await get(file)
      expect([unreadable.status, await unreadable.text()]).toEqual([404, expect.stringContaining('<svg')])
    } finally {
      storage.fail(false)
    }
    expect((await get(file)).status).toBe(200)
    expect((await get('u-..%2f..%2fetc-passwd-640.avif')).status).toBe(404)
  })
})

describe('an upload is rejected', () => {
  const html = '<html><script>alert(1)</script></html>'
  const text = (content: string) => new Uint8Array(Buffer.from(content))
  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, RegExp, string?]>([
    [
      'that is SVG',
      async () => text(`<svg xmlns="http://www.w3.org/2000/svg" width="700" height="700"><script/></svg>`),
      /cannot be read/,
    ],
    ['that is HTML', async () => text(html), /cannot be read/],
    ['that is a PDF', async () => text('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj'), /cannot be read/],
    [
      'that is a GIF',
      async () =>
        new Uint8Array(
          await sharp({ create: { width: 700, height: 700, channels: 3, background: 'red' } })
            .gif()
            .toBuffer(),
        ),
      /cannot be read/,
    ],
    ['that is cut off', async () => (await photograph()).slice(0, 4000), /damaged/],
    ['that claims billions of pixels', async () => bomb(60_000, 60_000), /million pixels/],
    ['that lies about its size', async () => bomb(2000, 2000), /damaged/],
    ['that is an animation', animation, /animation/],
    ['that is empty', async () => text(' ').slice(1), /empty/],
    [
      'that is HEIC',
      async () => text('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
      /Share, then Options, .*Settings, Camera, Formats, Most Compatible/,
    ],
    ['that is too small', () => plain('#ffffff', 500), /at least 640/],
    ['whose crop lies outside', () => plain('#eeeeee'), /outside/, '?left=200&top=0&side=640'],
    ['whose crop is not a number', () => plain('#eeeeee'), /well-formed/, '?left=../etc&top=0&side=640'],
  ])('%s', async (_, source, message, query = '') => {
    const { status, json } = await upload(await source(), { query })
    expect([status, json.message]).toEqual([400, expect.stringMatching(message)])
  })

  test('that exceeds the limit, whether or not it announces its size', async () => {
    const large = new Uint8Array(UPLOAD_BYTES_MAX + 1)
    expect((await upload(large)).status).toBe(413)
    expect((await upload(large, { hasLength: false })).status).toBe(413)
    expect((await upload(new Uint8Array(UPLOAD_BYTES_MAX + 1024 * 1024))).status).toBe(413)
  })

  test('without a picture’s content type, or by roles that only read', async () => {
    const source = await plain('#222222')
    expect((await upload(source, { type: 'text/html' })).status).toBe(415)
    expect((await upload(source, { who: support })).status).toBe(403)
  })

  test('but not for data appended to a valid picture, which is removed', async () => {
    const polyglot = new Uint8Array(Buffer.concat([await plain('#444444'), Buffer.from(html)]))
    const { status, json } = await upload(polyglot, { type: 'image/png' })
    expect(status).toBe(200)
    for (const file of [`${json.name}-640.avif`, `${json.name}-640.webp`])
      expect((await bytesAt(file)).toString('latin1')).not.toContain('script')
  })

  test('that breaks off, and leaves nothing', async () => {
    const rows = await database.db.$count(uploadedPicture)
    const half = (await photograph()).slice(0, 2000)
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(half),
      pull: (controller) => controller.error(new Error('the tunnel')),
    })
    const { status, json } = await upload(body)
    expect([status, json.message]).toEqual([400, expect.stringContaining('interrupted')])
    expect(await database.db.$count(uploadedPicture)).toBe(rows)
  })

  test('if too many of fifty concurrent ones are in progress, and the others are stored', async () => {
    const source = await plain('#5566aa')
    const results = await Promise.all(Array.from({ length: 50 }, () => upload(source)))
    const statuses = new Set(results.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 429]))
    expect(results.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
    expect((await upload(source)).status).toBe(200)
  })
})

describe('afterwards', () => {
  beforeAll(() => {
    isQuick = true
  })
  afterAll(() => {
    isQuick = false
  })

  test('an upload reports unavailable storage, and succeeds on retry', async () => {
    const source = await plain('#aa5566')
    storage.fail(true)
    const away = await upload(source)
    storage.fail(false)
    expect([away.status, away.json.code]).toEqual([503, 'provider-unavailable'])
    const [left] = await database.db
      .select()
      .from(uploadedPicture)
      .orderBy(desc(uploadedPicture.usedAt))
      .limit(1)
    expect(left?.storedAt).toBeNull()
    const { status, json } = await upload(source)
    expect([status, json.name]).toEqual([200, left?.name])
    expect((await get(`${json.name}-640.avif`)).status).toBe(200)
  })

  const RING = { type: 'rings', id: 801 }
  const draft = (cells: object[], draftId = crypto.randomUUID()) =>
    send('POST', 'collection/product/draft', {
      ...RING,
      isNew: false,
      draftId,
      reason: 'A better photograph',
      cells,
    })
  const first = (after: string, before = '') => ({ column: 'First photograph', before, after })
  const purge = () => {
    const { db } = database
    return purgeUnusedPictures({ db, storage, log, now: desk.now })
  }
  const publish = (id: string) =>
    send('POST', `drafts/${id}/publication`, { publishAt: null, approval: null })

  describe('a product', () => {
    test('gets an uploaded picture in a draft, and a missing one is rejected on its field', async () => {
      const unknown = await draft([first(`u-${'0'.repeat(32)}-ffffff`)])
      expect([unknown.status, unknown.json.fields]).toEqual([
        400,
        { 'First photograph': expect.stringContaining('upload it again') },
      ])
      const { status, json } = await draft([first('../../etc/passwd')])
      expect([status, Object.keys(json.fields)]).toEqual([400, ['First photograph']])

      const { name } = (await upload(await plain('#b8860b'))).json
      const draftId = crypto.randomUUID()
      expect((await draft([first(name)], draftId)).status).toBe(200)
      expect((await publish(draftId)).status).toBe(200)
      const { products } = await loadContent(database.db, 2)
      expect(products.find(({ type, id }) => type === 'rings' && id === 801)).toMatchObject({
        firstPhotograph: name,
      })
      const csv: string = (await send('POST', 'collection/export', { file: 'products.csv' })).json.text
      expect(csv).toContain(name)
      const again = await send('POST', 'collection/import/preview', {
        files: [{ name: 'products.csv', text: csv }],
      })
      expect([again.json.errors, again.json.preview.productCount]).toEqual([[], 0])
      const wrong = csv.replace(name, `u-${'1'.repeat(32)}-ffffff`)
      const imported = await send('POST', 'collection/import', {
        draftId: crypto.randomUUID(),
        files: [{ name: 'products.csv', text: wrong }],
        approval: null,
        reason: 'From another shop',
      })
      expect([imported.status, imported.json.message]).toEqual([
        409,
        expect.stringContaining('no picture of this shop'),
      ])
    })

    // Shows D58.kept
    test('keeps its picture for ever once it was published, so that rollbacks have it', async () => {
      const { name } = (await upload(await plain('#8b0000'))).json
      const [draftId, next] = [crypto.randomUUID(), crypto.randomUUID()]
      const current = (await send('POST', 'collection/product', { ...RING, draftId: null })).json
      const before = current.fields.find(
        ({ column }: { column: string }) => column === 'First photograph',
      ).value
      await draft([first(name, before)], draftId)
      await publish(draftId)
      await draft([first('', name)], next)
      await publish(next)
      desk.advance(400 * DAY_MS)
      manager = await enrolAs(desk, 'manager')
      while ((await purge()) > 0);
      expect((await get(`${name}-640.avif`)).status).toBe(200)
      const rolledBack = await rollback(database.db, {
        to: 3,
        actor: 'test',
        reason: 'Back',
        now: desk.now(),
      })
      expect(rolledBack.ok).toBe(true)
    })
  })

  describe('a picture that no edition uses', () => {
    test('is deleted after its retention, unless a draft uses it', async () => {
      const [unused, drafted] = [
        (await upload(await plain('#123456'))).json.name,
        (await upload(await plain('#654321'))).json.name,
      ]
      const draftId = crypto.randomUUID()
      await draft([{ column: 'Second photograph', before: '', after: drafted }], draftId)
      desk.advance((UNUSED_PICTURES.days - 1) * DAY_MS)
      await purge()
      expect((await get(`${unused}-640.avif`)).status).toBe(200)
      desk.advance(2 * DAY_MS)
      while ((await purge()) > 0);
      expect([await rowOf(unused), (await get(`${unused}-640.avif`)).status]).toEqual([undefined, 404])
      expect((await get(`${drafted}-640.avif`)).status).toBe(200)
      manager = await enrolAs(desk, 'manager')
      await send('DELETE', `drafts/${draftId}`)
    })

    test('is deleted by a later purge if the storage was unavailable, and cannot be used meanwhile', async () => {
      const source = await plain('#777777')
      const { name } = (await upload(source)).json
      desk.advance((UNUSED_PICTURES.days + 1) * DAY_MS)
      manager = await enrolAs(desk, 'manager')
      storage.fail(true)
      await purge()
      storage.fail(false)
      expect(await rowOf(name)).toMatchObject({ storedAt: null })
      expect((await draft([first(name)])).status).not.toBe(200)
      expect((await upload(source)).status).toBe(409)
      desk.advance(HOUR_MS)
      while ((await purge()) > 0);
      expect(await rowOf(name)).toBeUndefined()
      manager = await enrolAs(desk, 'manager')
      expect((await upload(source)).json.name).toBe(name)
    })
  })
})

test('uploads leave no temporary files', () => {
  expect(leftovers()).toEqual([])
})
