/** `npm start`: builds when sources changed, then opens the shop. */
import { WrongSetting } from '#server/env.ts'
import { BuildFailed, buildWhereNeeded, readSettingsFile } from './site/make.ts'
import { say } from './console.ts'

readSettingsFile()
await buildWhereNeeded().catch((error: unknown) => {
  if (!(error instanceof BuildFailed || error instanceof WrongSetting)) throw error
  say(error.message)
  process.exit(1)
})
await import('../server/index.ts')
