/** `npm run build`. */
import { InvalidSettingError } from '#server/env.ts'
import { build, BuildFailed } from './site/build.ts'
import { print } from './console.ts'
import { readSettingsFile } from './settings-file.ts'

readSettingsFile()
await build().catch((error: unknown) => {
  if (!(error instanceof BuildFailed || error instanceof InvalidSettingError)) throw error
  print(error.message)
  process.exit(1)
})
