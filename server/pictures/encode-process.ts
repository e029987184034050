/**
 * A separate process for one picture: whatever a file does to its decoder ends here, sharp and its memory are gone
 * afterwards, and the server is not slowed down. Arguments: the file, a folder for the results, and the crop as JSON.
 * Prints an EncodeOutcome.
 */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { PRODUCT_PICTURE_WIDTHS } from '#domain/product.ts'
import { UPLOAD_PIXELS_MAX, UPLOAD_SIDE_MIN } from '#domain/uploaded-picture.ts'
import type { Crop, EncodeOutcome } from './encode.ts'

/** Like the pictures of the build (studio/encode.ts): with chroma subsampling, red and green stones bleed. */
const AVIF = { quality: 60, effort: 2, chromaSubsampling: '4:4:4' } as const
const WEBP = { quality: 82, effort: 5 } as const
/** Background of transparent areas. */
const BACKGROUND = '#ffffff'
const BEHIND_SHOPPERS = 10

const LOADERS = ['JpegFile', 'PngFile', 'WebpFile'].map((name) => `VipsForeignLoad${name}`)

const [input = '', folder = '', crop = 'null'] = process.argv.slice(2)
setPriority(BEHIND_SHOPPERS)
sharp.cache(false)
sharp.concurrency(1)
// Whatever the file claims to be: SVG, PDF and the like have no decoder here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
process.stdout.write(JSON.stringify(await outcome()))

async function outcome(): Promise<EncodeOutcome> {
  try {
    // Written by encode.ts.
    return await encode(JSON.parse(crop) as Crop | null)
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    return { ok: false, error: /pixel limit/i.test(text) ? 'too many pixels' : 'unreadable' }
  }
}

async function encode(chosen: Crop | null): Promise<EncodeOutcome> {
  const picture = sharp(input, { limitInputPixels: UPLOAD_PIXELS_MAX, failOn: 'error' })
  const { autoOrient, pages = 1 } = await picture.metadata()
  if (pages > 1) return { ok: false, error: 'animated' }
  const part = chosen ?? centreOf(autoOrient)
  const { left, top, side } = part
  if (left + side > autoOrient.width || top + side > autoOrient.height)
    return { ok: false, error: 'crop outside' }
  if (side < UPLOAD_SIDE_MIN) return { ok: false, error: 'too small' }
  const largest = Math.max(...PRODUCT_PICTURE_WIDTHS)
  const whole = await pixelsOf(
    picture
      .autoOrient()
      .extract({ left, top, width: side, height: side })
      .resize(largest, largest)
      .flatten({ background: BACKGROUND })
      .toColourspace('srgb'),
  )
  for (const width of PRODUCT_PICTURE_WIDTHS) {
    const resized = whole().resize(width, width, { kernel: 'lanczos3' })
    // No metadata of the file is kept: sharp drops it by default.
    await writeFile(join(folder, `${width}.avif`), await resized.clone().avif(AVIF).toBuffer())
    await writeFile(join(folder, `${width}.webp`), await resized.clone().webp(WEBP).toBuffer())
  }
  const mean = await whole().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return { ok: true, value: mean.toString('hex') }
}

function centreOf({ width, height }: { readonly width: number; readonly height: number }): Crop {
  const side = Math.min(width, height)
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side }
}

/** Decoded once, for all sizes. */
async function pixelsOf(picture: Sharp): Promise<() => Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return () => sharp(data, { raw: { width, height, channels } })
}
