/**
 * `import code from 'virtual:inline/load-scripts'` imports that file of app/inline, bundled and minified, as text for
 * an inline <script>.
 */
import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const PREFIX = 'virtual:inline/'

export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id, options) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      // Only the server writes HTML; client bundles stay small.
      if (!options?.ssr) return 'export default ""'
      const entry = resolve('app/inline', `${id.slice(PREFIX.length + 1)}.ts`)
      this.addWatchFile(entry)
      return `export default ${JSON.stringify(await bundle(entry))}`
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'inline' } },
  })
  const chunks = [results].flat().flatMap((result) => ('output' in result ? result.output : []))
  const [chunk] = chunks
  if (chunks.length !== 1 || chunk?.type !== 'chunk') throw new Error(`${entry} is not a single script`)
  return chunk.code.trim()
}
