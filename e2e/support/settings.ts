import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the environment or .env sets for the person's own shop does not count in a test; an empty setting is none. */
export function withoutDeveloperSettings(): Record<string, string> {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  const names = [...example.matchAll(/^([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? [])
  return Object.fromEntries(names.map((name) => [name, '']))
}
