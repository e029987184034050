/** Writes a Brotli and a gzip copy next to every compressible file, so that the server compresses nothing. */
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder } from './files.ts'

/** Text files, and the models, whose encoding still compresses well. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|xml|txt|webmanifest|data|glb|hdr)$/
/** In bytes; smaller files gain nothing. */
const SIZE_MIN = 512
/** The size of Node's thread pool. */
const CONCURRENCY = 4
/** For pages and models, which are many and large, quality 11 would take minutes longer and save 1%. */
const qualityOf = (file: string) => (/\.(?:html|glb)$/.test(file) ? 9 : 11)

const toBrotli = promisify(brotliCompress)
const toGzip = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Returns the number of files. */
export async function compressTexts(folder: string): Promise<number> {
  const files = filesUnder(folder).filter((file) => COMPRESSIBLE.test(file))
  const queue = files.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const file of queue) await compress(file)
    }),
  )
  return files.length
}

async function compress(file: string): Promise<void> {
  const text = readFileSync(file)
  if (text.length < SIZE_MIN) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: qualityOf(file),
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  writeFileSync(`${file}.br`, await toBrotli(text, { params }))
  writeFileSync(`${file}.gz`, await toGzip(text, { level: 9 }))
}
