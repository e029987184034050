/**
 * Pictures for e-mails: the first picture of each piece as JPEG, because not every e-mail program shows WebP and AVIF.
 * Created from the WebP files with the build, and on demand in development.
 */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { PRODUCT_TYPES } from '#domain/product.ts'

const SOURCE = new RegExp(`^((?:${PRODUCT_TYPES.join('|')})-\\d+-1-1024)\\.webp$`)
const QUALITY = 80
/** Each occupies a processor. */
const AT_ONCE = 4

/** Returns their number. */
export async function writeEmailPictures(client: string): Promise<number> {
  const folder = join(client, 'pictures')
  const names = readdirSync(folder).flatMap((file) => SOURCE.exec(file)?.[1] ?? [])
  const waiting = [...names]
  const work = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      await writeFile(join(folder, `${name}.jpg`), await toJpeg(join(folder, `${name}.webp`)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return names.length
}

function toJpeg(file: string): Promise<Buffer> {
  return sharp(file).jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer()
}

const REQUESTED = /^\/([\w-]+-1-1024)\.jpg$/

export const emailPicturesInDevelopment: Plugin = {
  name: 'email-pictures-in-development',
  configureServer({ middlewares, config }) {
    middlewares.use('/pictures', (request, response, next) => {
      const name = REQUESTED.exec(request.url ?? '')?.[1]
      if (name === undefined) return next()
      toJpeg(join(config.publicDir, 'pictures', `${name}.webp`)).then(
        (jpeg) => response.setHeader('content-type', 'image/jpeg').end(jpeg),
        next,
      )
    })
  },
}
