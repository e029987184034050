/** `npm start`: builds if sources changed, then starts the server. */
import { InvalidSettingError } from '#server/env.ts'
import { BuildFailed, buildWhereNeeded } from './site/build.ts'
import { print } from './console.ts'
import { readSettingsFile } from './settings-file.ts'

readSettingsFile()
await buildWhereNeeded().catch((error: unknown) => {
  if (!(error instanceof BuildFailed || error instanceof InvalidSettingError)) throw error
  print(error.message)
  process.exit(1)
})
const server = new URL('../build/node/index.js', import.meta.url)
await import(server.href)
