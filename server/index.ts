/** Opens the shop from the command line: settings from the environment and from `.env`, Ctrl-C closes. */
import { existsSync } from 'node:fs'
import { inspect } from 'node:util'
import { DataFolderInUseError } from './db/folder-lock.ts'
import { readEnvironment, InvalidSettingError } from './env.ts'
import { createLog, errorFields } from './log.ts'
import { StartupError } from './startup-checks.ts'
import { startServer, type RunningServer } from './start.ts'

const CLOSING_MAX_MS = 10_000

let shop: RunningServer | null = null
let isClosing = false

function close(exitCode: number, drainMs: number): void {
  // npm and the terminal may both pass on the same Ctrl-C.
  if (isClosing) return
  isClosing = true
  const end = (code: number) => process.exit(code)
  if (!shop) return end(exitCode)
  // Whatever hangs must not keep the process alive; the database is safe against a kill.
  setTimeout(() => end(1), drainMs + CLOSING_MAX_MS).unref()
  shop.close(drainMs).then(
    () => end(exitCode),
    () => end(1),
  )
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvironment(process.env)
  const log = createLog(env.logLevel)
  // After an error that nobody caught, nobody knows what state the process is in: a supervisor starts a new one.
  const crash = (what: string) => (error: unknown) => {
    log.error(what, errorFields(error))
    close(1, 0)
  }
  process.on('uncaughtException', crash('uncaught exception'))
  process.on('unhandledRejection', crash('unhandled rejection'))
  process.on('SIGINT', () => close(0, env.drainMs))
  process.on('SIGTERM', () => close(0, env.drainMs))
  shop = await startServer({ env, log })
} catch (error) {
  const isExpected =
    error instanceof StartupError ||
    error instanceof InvalidSettingError ||
    error instanceof DataFolderInUseError
  process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`)
  process.exit(1)
}
