/** Bundles the service worker with the list of what it keeps from the start: the shop's scripts, letters and shell. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as bundle } from 'vite'
import { ROOT } from '../console.ts'
import { filesUnder } from './files.ts'

/** Work offline though nobody has seen them yet. */
const SHELL = ['/', '/cart', '/wishlist', '/offline']
const KB = 1024
/** What is larger serves a single purpose, and is kept once it has been used. */
const FILE_MAX = 120 * KB
/** An installation must be bearable on a phone. */
const INSTALLATION_MAX = 1.5 * 1024 * KB

interface KeptFile {
  readonly url: string
  /** Null where the name carries a hash of the content. */
  readonly revision: string | null
  /** As it travels. */
  readonly bytes: number
}

export function keptFiles(client: string, buildId: string): KeptFile[] {
  const assets = filesUnder(join(client, 'assets'))
    // Devanagari is fetched, and kept, where a page has such letters.
    .filter((file) => /\.(?:js|woff2)$/.test(file) && !file.includes('devanagari'))
    .map((file) => ({ url: urlOf(client, file), revision: null, bytes: sizeOnTheWay(file) }))
    .filter(({ bytes }) => bytes <= FILE_MAX)
  const pages = SHELL.map((url) => ({
    url,
    revision: buildId,
    bytes: sizeOnTheWay(join(client, url, 'index.html')),
  }))
  return [...pages, ...assets]
}

export async function makeServiceWorker(
  client: string,
  buildId: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const kept = keptFiles(client, buildId)
  const bytes = kept.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > INSTALLATION_MAX)
    throw new Error(`The service worker would keep ${bytes} bytes; too many for a phone.`)
  const mode = process.env.NODE_ENV
  await bundle({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    define: {
      BUILD: JSON.stringify(buildId),
      FILES: JSON.stringify(kept.map(({ url, revision }) => ({ url, revision }))),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: join(ROOT, 'app/service-worker/worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'service-worker.js',
      },
    },
  })
  // Vite leaves its own behind, and with `npm start` this process goes on as the shop.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
  return { files: kept.length, bytes }
}

function urlOf(client: string, file: string): string {
  return `/${relative(client, file).split(sep).join('/')}`
}

function sizeOnTheWay(file: string): number {
  const content = readFileSync(file)
  return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length
}
