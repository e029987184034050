/** Keeps the scripts of the previous build for pages that are open during a deployment. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesUnder } from './files.ts'

type Assets = ReadonlyMap<string, Buffer>

/** Call it before the next build replaces them. */
export function listAssets(build: string): Assets {
  const folder = join(build, 'client/assets')
  const files = existsSync(folder) ? filesUnder(folder) : []
  return new Map(files.map((file) => [basename(file), readFileSync(file)]))
}

/** The server serves them with the new build; only one previous build is kept. */
export function keepPreviousAssets(build: string, assets: Assets): void {
  const folder = join(build, 'earlier/assets')
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of assets) writeFileSync(join(folder, name), content)
}
