/** The only fetch of the pages. Every answer is parsed with the contract; trouble comes back by name, never thrown. */
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Trouble } from '#contract/wire.ts'

export interface CallTrouble {
  readonly ok: false
  /** 0 where no answer came: offline, timed out. */
  readonly status: number
  readonly code: string
  /** The server's own sentence, empty where it gave none. */
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}
export type Called<Answer> = { readonly ok: true; readonly answer: Answer } | CallTrouble

interface CallOptions<Request> {
  readonly body?: Request
  readonly token?: string
  /** Gives the call up; its answer is then trouble without a connection. */
  readonly signal?: AbortSignal
  /** Values for the `:name` parts of the path. */
  readonly params?: Readonly<Record<string, string>>
}

export function call<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  { body, token, signal, params = {} }: CallOptions<z.input<Request>> = {},
): Promise<Called<z.output<Response>>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return callPath(endpoint.method, path, endpoint.response, { body, token, signal })
}

const CALL_TIMEOUT_MS = 30_000

/** For the auth service, whose paths are not rows of the contract. */
export async function callPath<Response extends z.ZodMiniType>(
  method: string,
  path: string,
  response: Response,
  {
    body,
    token,
    signal,
  }: { readonly body?: unknown; readonly token?: string; readonly signal?: AbortSignal } = {},
): Promise<Called<z.output<Response>>> {
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), ...(signal ? [signal] : [])]),
    })
    const json: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) return troubleOf(answer.status, json)
    const parsed = response.safeParse(json)
    return parsed.success ? { ok: true, answer: parsed.data } : trouble(answer.status, 'unreadable-answer')
  } catch {
    return trouble(0, 'no-connection')
  }
}

function troubleOf(status: number, json: unknown): CallTrouble {
  const parsed = Trouble.safeParse(json)
  if (!parsed.success) return trouble(status, codeOf(json))
  const { code, message, fields = {} } = parsed.data
  return { ok: false, status, code, message, fields }
}

function trouble(status: number, code: string): CallTrouble {
  return { ok: false, status, code, message: '', fields: {} }
}

/** The auth service names its troubles by `code` alone. */
function codeOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : 'unknown'
}
