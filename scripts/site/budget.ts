/** The sizes of scripts, for the budgets of the build. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuiltPage } from './addresses.ts'
import { filesUnder } from './files.ts'

const KB = 1024
export const FIRST_LOAD_MAX = 130 * KB
/** The largest script is the 3D viewer, which loads on demand. */
export const SCRIPT_MAX = 290 * KB

/**
 * Gzipped bytes of the JavaScript that a page loads without interaction: its scripts, preloads and their static
 * imports.
 */
export function firstLoadBytes({ html }: BuiltPage, client: string): number {
  const visited = new Set<string>()
  const pending = scriptsNamedIn(html)
  for (let path = pending.pop(); path; path = pending.pop()) {
    if (visited.has(path)) continue
    visited.add(path)
    pending.push(...staticImportsOf(path, client))
  }
  return [...visited].reduce((sum, path) => sum + gzippedSize(path, client), 0)
}

/** Whether app/inline/load-scripts.ts loads all scripts of the page: they are inside a <noscript>, none outside. */
export function defersScripts({ html }: BuiltPage): boolean {
  const outside = html.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '')
  return scriptsNamedIn(html).length > 0 && scriptsNamedIn(outside).length === 0
}

/** Whether V8 compiles the framework on another thread while it arrives (COMPILE_ON_ARRIVAL in vite.config.ts). */
export function compilesFrameworkOnArrival(client: string): boolean {
  const framework = filesUnder(join(client, 'assets')).filter((file) => /\/framework-\w+\.js$/.test(file))
  return framework.length === 1 && framework.every((file) => readFileSync(file, 'utf8').startsWith('//# all'))
}

function scriptsNamedIn(html: string): string[] {
  const tags = html.match(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g) ?? []
  return tags.flatMap((tag) =>
    [...tag.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, path]) => path ?? ''),
  )
}

function staticImportsOf(path: string, client: string): string[] {
  const text = readFileSync(join(client, path), 'utf8')
  return [...text.matchAll(/\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)].map(
    ([, name]) => `/assets/${name}`,
  )
}

const sizes = new Map<string, number>()

function gzippedSize(path: string, client: string): number {
  const file = join(client, path)
  const size = sizes.get(file) ?? gzipSync(readFileSync(file), { level: 9 }).length
  sizes.set(file, size)
  return size
}

/** Gzipped bytes, largest first. */
export function scriptsBySize(client: string): { readonly path: string; readonly bytes: number }[] {
  return filesUnder(join(client, 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      path: `/assets/${basename(file)}`,
      bytes: gzippedSize(`/assets/${basename(file)}`, client),
    }))
    .sort((one, other) => other.bytes - one.bytes)
}
