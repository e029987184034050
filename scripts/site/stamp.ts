/** A hash of the sources, stored with the build, shows whether the build is current. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BUILD_SETTINGS_FILE, type BuildSettings } from '#contract/build.ts'
import { ROOT } from '../console.ts'
import { filesUnder } from './files.ts'

const STAMP = join(ROOT, 'build/stamp')
const PUBLIC = join(ROOT, 'app/public')

const SOURCE_FOLDERS = ['app', 'domain', 'contract', 'scripts/site']
const SOURCE_FILES = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'tsconfig.json']

/** `settings` are written into the pages, so they count as a source. */
export function hashSources(settings: BuildSettings): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  const files = [
    ...SOURCE_FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder))),
    ...SOURCE_FILES.map((file) => join(ROOT, file)),
  ]
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(relative(ROOT, file))
    // There are many pictures: name and size suffice.
    hash.update(file.startsWith(PUBLIC) ? String(statSync(file).size) : readFileSync(file))
  }
  return hash.digest('hex')
}

export function isBuilt(hash: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
}

export function writeBuildStamp(hash: string, settings: BuildSettings): void {
  writeFileSync(join(ROOT, BUILD_SETTINGS_FILE), JSON.stringify(settings))
  writeFileSync(STAMP, hash)
}

/** Called before a build, so that an aborted one does not count as current. */
export function deleteBuildStamp(): void {
  rmSync(STAMP, { force: true })
}
