/**
 * Structured logs, one JSON line each. A line holds what happened, codes, counts and times; never a name, an address,
 * a mail address, a token or a body.
 */
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
type Level = Exclude<(typeof LEVELS)[number], 'silent'>

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export type Log = Record<Level, (what: string, facts?: LogFields) => void>

/** `least` is the least severe level that is written. */
export function createLog(
  least: (typeof LEVELS)[number],
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const writer =
    (level: Level) =>
    (what: string, facts: LogFields = {}) => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return
      write(`${JSON.stringify({ at: new Date().toISOString(), level, what, ...facts })}\n`)
    }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** The kind and place of a bug, without its message where that may quote a person's data. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  // The driver's own code stands in the cause of what the query builder throws.
  const code = codeOf(error) ?? codeOf(error.cause)
  return { error: error.name, code, place: stackFrame(error) }
}

/** Names and tokens travel in bodies and queries, which are never logged; the number of an order is part of its path. */
export function redactPath(path: string): string {
  return path.replace(/(?<=\/orders\/)[^/]+/, ':number').slice(0, 120)
}

/** The stack begins with the message. A failed query quotes its values there, and some of them look like frames. */
function stackFrame({ message, stack = '' }: Error): string | undefined {
  const start = stack.indexOf(message)
  // Of a message that was changed later (nodemailer adds the answer of the mail server) nobody knows where it ends.
  if (start < 0) return undefined
  return /^ {4}at .*$/m.exec(stack.slice(start + message.length))?.[0].trim()
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
