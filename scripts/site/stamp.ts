/** Whether the build is that of the present sources: their hash lies beside it. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SETTINGS_OF_BUILD, type BuiltSettings } from '#contract/build.ts'
import { ROOT } from '../console.ts'
import { filesUnder } from './files.ts'

const STAMP = join(ROOT, 'build/stamp')
const PUBLIC = join(ROOT, 'app/public')

const SOURCE_FOLDERS = ['app', 'domain', 'contract', 'scripts/site']
const SOURCE_FILES = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'tsconfig.json']

/** `settings` are written into the pages, so they count as a source. */
export function sourcesHash(settings: BuiltSettings): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  const files = [
    ...SOURCE_FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder))),
    ...SOURCE_FILES.map((file) => join(ROOT, file)),
  ]
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(relative(ROOT, file))
    // Pictures are many; a name and a size tell enough.
    hash.update(file.startsWith(PUBLIC) ? String(statSync(file).size) : readFileSync(file))
  }
  return hash.digest('hex')
}

export function isBuilt(hash: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
}

export function stampBuild(hash: string, settings: BuiltSettings): void {
  writeFileSync(join(ROOT, SETTINGS_OF_BUILD), JSON.stringify(settings))
  writeFileSync(STAMP, hash)
}

/** A build that stops halfway must not look finished. */
export function forgetStamp(): void {
  rmSync(STAMP, { force: true })
}
