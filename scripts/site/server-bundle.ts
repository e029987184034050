/**
 * Bundles the server into `build/node`: it starts in a third of the time, with half of the memory, compared with its
 * modules.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from '../console.ts'
import { bundle } from './bundle.ts'
import { filesUnder } from './files.ts'

const FOLDER = join(ROOT, 'build/node')
const STAMP = join(FOLDER, 'stamp')
const SOURCES = ['server', 'sandbox', 'domain', 'contract', 'scripts/site']

/** Threads and processes have their own entry points. */
const WORKERS = {
  'encode-process': 'server/pictures/encode-process.ts',
  'embedded-worker': 'server/db/embedded-worker.ts',
  'render-worker': 'server/render-worker.ts',
}

/**
 * PGlite, Piscina and sharp load files next to their own. The pages of the build import React and React Router, which
 * must be the same modules as in the thread that renders them.
 */
const EXTERNAL = [/^@electric-sql\//, 'piscina', 'react', 'react-dom', 'react-router', 'pg-native', 'sharp']

/** Skipped if the sources are unchanged. */
export async function bundleServerWhereNeeded(): Promise<void> {
  const hash = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  rmSync(FOLDER, { recursive: true, force: true })
  await bundleServer()
  writeFileSync(STAMP, hash)
}

async function bundleServer(): Promise<void> {
  await bundle({
    plugins: [keepLocations],
    ssr: { noExternal: true, external: [] },
    build: {
      ssr: true,
      outDir: FOLDER,
      target: 'node24',
      sourcemap: true,
      rolldownOptions: {
        input: { index: 'server/index.ts', ...WORKERS },
        external: EXTERNAL,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

/** Modules find their files (migrations, styles) with the sources, and their workers in the bundle. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta') || id.includes('node_modules')) return null
    const file = relative(FOLDER, id)
    const moved = code.replaceAll(
      /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.(?:url|dirname)/g,
      (found, name: string = '') => {
        if (Object.hasOwn(WORKERS, name)) return `new URL('./${name}.js', import.meta.url)`
        const url = `new URL('${file}', import.meta.url).href`
        return found === 'import.meta.dirname'
          ? `(import.meta.dirname + '/${dirname(file)}')`
          : found.replace('import.meta.url', url)
      },
    )
    // Line numbers stay the same.
    return { code: moved, map: null }
  },
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((folder) => filesUnder(join(ROOT, folder)))
  for (const file of [...files, join(ROOT, 'package-lock.json')])
    if (!file.endsWith('.test.ts')) hash.update(relative(ROOT, file)).update(readFileSync(file))
  return hash.digest('hex')
}
