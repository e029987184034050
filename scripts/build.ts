/** `npm run build`. */
import { WrongSetting } from '#server/env.ts'
import { build, BuildFailed, readSettingsFile } from './site/make.ts'
import { say } from './console.ts'

readSettingsFile()
await build().catch((error: unknown) => {
  if (!(error instanceof BuildFailed || error instanceof WrongSetting)) throw error
  say(error.message)
  process.exit(1)
})
