/**
 * Encodes masters for pages: AVIF and WebP at the widths that pages use. 4:4:4, because red and green stones bleed
 * otherwise.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { PICTURES } from './folders.ts'

const AVIF = { quality: 60, effort: 2, chromaSubsampling: '4:4:4' } as const
const WEBP = { quality: 82, effort: 5 } as const

/** Width and height in pixels, and the used part of the master as fractions of it (all of it by default). */
export interface Size {
  readonly width: number
  readonly height: number
  readonly crop?: {
    readonly left: number
    readonly width: number
  }
}

/** `master` is a file or its content. */
export async function encode(master: string | Buffer, name: string, sizes: readonly Size[]): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const full = await sharp(master).metadata()
  for (const { width, height, crop } of sizes) {
    const whole = sharp(master)
    const part = crop && {
      left: Math.round(crop.left * full.width),
      top: 0,
      width: Math.round(crop.width * full.width),
      height: full.height,
    }
    const cut: Sharp = (part ? whole.extract(part) : whole).resize(width, height, { kernel: 'lanczos3' })
    const pixels = await cut.raw().toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: pixels.info.width, height: pixels.info.height, channels: 3 } } as const
    await sharp(pixels.data, raw)
      .avif(AVIF)
      .toFile(join(PICTURES, `${name}-${width}.avif`))
    await sharp(pixels.data, raw)
      .webp(WEBP)
      .toFile(join(PICTURES, `${name}-${width}.webp`))
  }
}

/** The masters are square; a product page requests three widths. */
export const PRODUCT_SIZES: readonly Size[] = [320, 640, 1024].map((width) => ({ width, height: width }))

export const TILE_SIZES: readonly Size[] = [320, 640].map((width) => ({ width, height: width }))
