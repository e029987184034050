/**
 * Structured logs, one JSON line per event. A line never holds a name, an address, an e-mail address, a token or a
 * body.
 */
import { currentSpan } from './tracing.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = Exclude<(typeof LEVELS)[number], 'silent'>

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export type Log = Record<Level, (message: string, fields?: LogFields) => void>

export function createLog(
  minLevel: (typeof LEVELS)[number],
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const writer =
    (level: Level) =>
    (message: string, fields: LogFields = {}) => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(minLevel)) return
      const span = currentSpan()
      const trace = span && { trace_id: span.traceId }
      write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields, ...trace })}\n`)
    }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

interface HandledRequest {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** By `performance.now()`. */
  readonly startedAt: number
}

export function logRequest(log: Log, { requestId, method, path, status, startedAt }: HandledRequest): void {
  const level = path.startsWith('/api/') || status >= 400 ? 'info' : 'debug'
  const ms = Math.round(performance.now() - startedAt)
  log[level]('request', { requestId, method, path: redactPath(path), status, ms })
}

/** Class, code and stack frame of an error. Omits the message, which may contain personal data. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  // Drizzle's wrapper has no name of its own, so the driver's is used.
  const name = error.name === 'Error' && error.cause instanceof Error ? error.cause.name : error.name
  const code = codeOf(error) ?? codeOf(error.cause)
  return { error: name, code, place: stackFrame(error) }
}

/** Removes order numbers, the only personal data in a path. Queries are never logged. */
export function redactPath(path: string): string {
  return path.replace(/(?<=\/orders\/)[^/]+/, ':number').slice(0, 120)
}

/** The stack begins with the message, in which a failed query quotes its values; some of them may look like frames. */
function stackFrame({ message, stack = '' }: Error): string | undefined {
  const start = stack.indexOf(message)
  // If the message was changed later, its end is unknown (nodemailer appends the mail server's response).
  if (start < 0) return undefined
  return /^ {4}at .*$/m.exec(stack.slice(start + message.length))?.[0].trim()
}

function codeOf(error: unknown): string | undefined {
  const isCoded = error instanceof Error && 'code' in error && error.code !== undefined
  return isCoded ? String(error.code) : undefined
}
