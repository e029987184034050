/** Writes a Brotli and a gzip copy beside every text of the build, so that the server only hands out files. */
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder } from './files.ts'

/** Texts, and the models, which are packed to be compressed further. */
const TEXTS = /\.(?:html|js|css|svg|json|xml|txt|webmanifest|data|glb|hdr)$/
/** Below this a copy saves nothing worth a request header. */
const SIZE_MIN = 512
/** The thread pool of Node has four threads. */
const AT_ONCE = 4
/** Pages and models are many and large; the last two steps of quality would cost minutes and save one hundredth. */
const qualityOf = (file: string) => (/\.(?:html|glb)$/.test(file) ? 9 : 11)

const toBrotli = promisify(brotliCompress)
const toGzip = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Gives how many files it compressed. */
export async function compressTexts(folder: string): Promise<number> {
  const files = filesUnder(folder).filter((file) => TEXTS.test(file))
  const waiting = files.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of waiting) await compressed(file)
    }),
  )
  return files.length
}

async function compressed(file: string): Promise<void> {
  const text = readFileSync(file)
  if (text.length < SIZE_MIN) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: qualityOf(file),
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  writeFileSync(`${file}.br`, await toBrotli(text, { params }))
  writeFileSync(`${file}.gz`, await toGzip(text, { level: 9 }))
}
