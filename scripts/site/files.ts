import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Every file under a folder, in a stable order. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
