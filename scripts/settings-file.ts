/** The file `.env` of the project, for scripts: as the server reads it. Commands of the image need it without the tools of the build. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './console.ts'

/** The environment takes precedence over `.env`. */
export function readSettingsFile(): void {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
