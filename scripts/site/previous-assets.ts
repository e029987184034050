/** What pages that are open during a deployment still ask for: the scripts of the build they began with. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesUnder } from './files.ts'

type Assets = ReadonlyMap<string, Buffer>

/** Of the build that stands now, before another takes its place. */
export function listAssets(build: string): Assets {
  const folder = join(build, 'client/assets')
  const files = existsSync(folder) ? filesUnder(folder) : []
  return new Map(files.map((file) => [basename(file), readFileSync(file)]))
}

/** Beside the new build, where the server goes on handing them out; older ones are gone with their build. */
export function keepPreviousAssets(build: string, assets: Assets): void {
  const folder = join(build, 'earlier/assets')
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of assets) writeFileSync(join(folder, name), content)
}
