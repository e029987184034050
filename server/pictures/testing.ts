/** Test fixtures: pictures from cameras and attackers, and a storage that fails on request. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createFolderStorage, type PictureStorage } from './storage.ts'

type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (buffer: Buffer): Bytes => new Uint8Array(buffer)

/** Upright 1200 × 900: the left half red, the right half blue. Stored rotated, with a location in its metadata. */
export async function photograph(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Bytes> {
  const half = { width: 600, height: 900, channels: 3, background: '#2040c0' } as const
  const upright = sharp({ create: { ...half, width: 1200, background: '#c02020' } })
    .composite([{ input: { create: half }, left: 600, top: 0 }])
    .png()
  const lying = sharp(await upright.toBuffer()).rotate(-90)
  const withMetadata = sharp(await lying.png().toBuffer())
    .withExif({
      IFD0: { Artist: 'Ravi of the desk' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 37/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
  return bytesOf(await withMetadata[format]().toBuffer())
}

/** A picture of one colour. */
export async function plain(background: string, side = 700): Promise<Bytes> {
  const create = { width: side, height: side, channels: 3, background } as const
  return bytesOf(await sharp({ create }).jpeg().toBuffer())
}

/** A valid PNG of a few bytes that claims to have these dimensions. */
export function bomb(width: number, height: number): Bytes {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return bytesOf(
    Buffer.concat([
      signature,
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

export async function animation(): Promise<Bytes> {
  const frames = await Promise.all(['#000000', '#ffffff'].map((background) => plain(background)))
  return bytesOf(
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  )
}

export interface TestStorage extends PictureStorage {
  readonly folder: string
  /** From now on nothing can be written, read or removed. */
  fail(isFailing: boolean): void
  delete(): void
}

export function createTestStorage(): TestStorage {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-pictures-'))
  const storage = createFolderStorage(join(folder, 'pictures'))
  let isFailing = false
  const unless =
    <Args extends unknown[], Outcome>(work: (...args: Args) => Promise<Outcome>) =>
    (...args: Args) =>
      isFailing ? Promise.resolve({ ok: false as const, error: 'EIO' }) : work(...args)
  return {
    folder: join(folder, 'pictures'),
    put: unless(storage.put),
    read: unless(storage.read),
    remove: unless(storage.remove),
    fail: (next) => void (isFailing = next),
    delete: () => rmSync(folder, { recursive: true, force: true }),
  }
}
