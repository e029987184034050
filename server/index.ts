/** Opens the shop from the command line: settings from the environment and from `.env`, Ctrl-C closes. */
import { existsSync } from 'node:fs'
import { DataFolderInUse } from './db/folder-lock.ts'
import { readEnvironment, WrongSetting } from './env.ts'
import { createLog, factsOf } from './log.ts'
import { CannotStart } from './refusals.ts'
import { openShop } from './shop.ts'

const CLOSING_MAX_MS = 10_000

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvironment(process.env)
  const log = createLog(env.logLevel)
  // One request's bug is logged; the others go on.
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', factsOf(error)))
  const shop = await openShop({ env, log })
  let isClosing = false
  const close = () => {
    // npm and the terminal may both pass on the same Ctrl-C.
    if (isClosing) return
    isClosing = true
    // Whatever hangs must not keep the process alive; the database is safe against a kill.
    setTimeout(() => process.exit(1), CLOSING_MAX_MS).unref()
    void shop.close().then(() => process.exit(0))
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
} catch (error) {
  const isExpected =
    error instanceof CannotStart || error instanceof WrongSetting || error instanceof DataFolderInUse
  if (!isExpected) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
