/** Bundles the service worker with its precache manifest: scripts, fonts and the shell. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../console.ts'
import { bundle } from './bundle.ts'
import { filesUnder } from './files.ts'

/** Pages that work offline before the first visit. */
const SHELL = ['/', '/cart', '/wishlist', '/offline']
/** Assets of few pages: the Devanagari font, and the check of documents. */
const CACHED_AT_FIRST_USE = /devanagari|check-document/
const KB = 1024
/** Larger files serve one feature and are cached at first use. */
const FILE_MAX = 120 * KB
const INSTALLATION_MAX = 1.5 * 1024 * KB

interface PrecachedFile {
  readonly url: string
  /** Null if the name contains a hash of the content. */
  readonly revision: string | null
  /** Compressed. */
  readonly bytes: number
}

export function precachedFiles(client: string, buildId: string): PrecachedFile[] {
  const assets = filesUnder(join(client, 'assets'))
    .filter((file) => /\.(?:js|woff2)$/.test(file) && !CACHED_AT_FIRST_USE.test(file))
    .map((file) => ({ url: urlOf(client, file), revision: null, bytes: compressedSize(file) }))
    .filter(({ bytes }) => bytes <= FILE_MAX)
  const pages = SHELL.map((url) => ({
    url,
    revision: buildId,
    bytes: compressedSize(join(client, url, 'index.html')),
  }))
  return [...pages, ...assets]
}

export async function makeServiceWorker(
  client: string,
  buildId: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const precached = precachedFiles(client, buildId)
  const bytes = precached.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > INSTALLATION_MAX)
    throw new Error(
      `The service worker would cache ${bytes} bytes on installation, more than ${INSTALLATION_MAX}.`,
    )
  await bundle({
    define: {
      BUILD: JSON.stringify(buildId),
      FILES: JSON.stringify(precached.map(({ url, revision }) => ({ url, revision }))),
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
  return { files: precached.length, bytes }
}

function urlOf(client: string, file: string): string {
  return `/${relative(client, file).split(sep).join('/')}`
}

function compressedSize(file: string): number {
  const content = readFileSync(file)
  return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length
}
