import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { STUDIO } from './folders.ts'

/** The hash of each picture's recipe, from the current pieces. */
export function readRecipes(): Record<string, string> {
  return readHashes()
}

/** The hash of each model, independent of its card and photographs. */
export function readModelRecipes(): Record<string, string> {
  return readHashes('models')
}

function readHashes(...args: readonly string[]): Record<string, string> {
  const run = spawnSync('python3', [join(STUDIO, 'recipes.py'), ...args], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`The recipes cannot be read: ${run.stderr}`)
  // recipes.py prints exactly this shape.
  return JSON.parse(run.stdout) as Record<string, string>
}
