/** Command-line entry point: reads settings from the environment and `.env`. */
import { existsSync } from 'node:fs'
import { inspect } from 'node:util'
import { DataFolderInUseError } from './db/folder-lock.ts'
import { readEnvironment, InvalidSettingError } from './env.ts'
import { createLog, errorFields } from './log.ts'
import { StartupError } from './startup-checks.ts'
import { startServer, type RunningServer } from './start.ts'
import { setTracing } from './tracing.ts'

const CLOSE_TIMEOUT_MS = 10_000

let server: RunningServer | null = null
let tracing: { close(): Promise<void> } | null = null
let isClosing = false

function close(exitCode: number, drainMs: number): void {
  // npm and the terminal may both forward the same Ctrl-C.
  if (isClosing) return
  isClosing = true
  const exit = (code: number) => process.exit(code)
  if (!server) return exit(exitCode)
  // Nothing that hangs may keep the process alive; the database survives a kill.
  setTimeout(() => exit(1), drainMs + CLOSE_TIMEOUT_MS).unref()
  server
    .close(drainMs)
    .then(() => tracing?.close())
    .then(
      () => exit(exitCode),
      () => exit(1),
    )
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvironment(process.env)
  const log = createLog(env.logLevel)
  // After an uncaught error the state of the process is undefined: a supervisor starts a new one.
  const crash = (message: string) => (error: unknown) => {
    log.error(message, errorFields(error))
    close(1, 0)
  }
  process.on('uncaughtException', crash('uncaught exception'))
  process.on('unhandledRejection', crash('unhandled rejection'))
  process.on('SIGINT', () => close(0, env.drainMs))
  process.on('SIGTERM', () => close(0, env.drainMs))
  if (env.tracing !== null) {
    const { createTracing } = await import('./open-telemetry.ts')
    const created = createTracing(env.tracing, log)
    setTracing(created)
    tracing = created
  }
  server = await startServer({ env, log })
} catch (error) {
  const isExpected =
    error instanceof StartupError ||
    error instanceof InvalidSettingError ||
    error instanceof DataFolderInUseError
  process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`)
  process.exit(1)
}
