/**
 * The project's `.env` file, for scripts: read like the server does. Commands of the image need it without the build
 * tools.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './console.ts'

/** The environment takes precedence over `.env`. */
export function readSettingsFile(): void {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
