import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Empties every setting, because tests ignore a developer's environment and .env; empty counts as not set. */
export function withoutDeveloperSettings(): Record<string, string> {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  const names = [...example.matchAll(/^([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? [])
  return Object.fromEntries(names.map((name) => [name, '']))
}
