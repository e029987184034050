/** The real server with the chaos run's clock. */
import { readEnvironment } from '#server/env.ts'
import { createLog, errorFields } from '#server/log.ts'
import { startServer } from '#server/start.ts'
import { CLOCK_SETTING, clockFrom, shownBy } from './clock.ts'

const clock = clockFrom(process.env[CLOCK_SETTING])
const env = readEnvironment(process.env)
const log = createLog(env.logLevel)
process.on('unhandledRejection', (error) => log.error('unhandled rejection', errorFields(error)))
const server = await startServer({ env, log, now: () => new Date(shownBy(clock, Date.now())) })
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
