/**
 * The only fetch of the pages. Every answer is parsed with the contract; trouble comes back by name, never thrown. While
 * the shop is busy (503), a call is made again for a while, as often as the answer's Retry-After allows.
 */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

export interface CallError {
  readonly ok: false
  /** 0 where no answer came: offline, timed out. */
  readonly status: number
  readonly code: string
  /** The server's own sentence, empty where it gave none. */
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** The shop was busy at first, so what was asked may have been done already. */
  readonly wasRepeated?: true
}
export type Result<Answer> = { readonly ok: true; readonly answer: Answer } | CallError

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
): Promise<Result<z.output<Response>>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return callPath(endpoint.method, path, endpoint.response, { body, token, signal })
}

const CALL_TIMEOUT_MS = 30_000

interface Sent {
  readonly body?: unknown
  readonly token?: string
  readonly signal?: AbortSignal
}

/** For the auth service, whose paths are not rows of the contract. */
export async function callPath<Response extends z.ZodMiniType>(
  method: string,
  path: string,
  response: Response,
  sent: Sent = {},
): Promise<Result<z.output<Response>>> {
  let called = await callOnce(method, path, response, sent)
  if (!isBusy(called)) return called
  setWaiting(1)
  const giveUpAt = Date.now() + BUSY_MAX_MS
  for (let pauseMs = 1000; isBusy(called) && !sent.signal?.aborted && Date.now() < giveUpAt; pauseMs *= 2) {
    await pause(Math.max(pauseMs, retryAfterMs) * (1 + Math.random() / 4))
    called = await callOnce(method, path, response, sent)
  }
  setWaiting(-1)
  return called.ok ? called : { ...called, wasRepeated: true }
}

/** For so long a call is made again while the shop is busy: every call may be repeated without harm. */
const BUSY_MAX_MS = 30_000
/** As the last busy answer wished. */
let retryAfterMs = 0
let waiting = 0
const listeners = new Set<() => void>()

/** Whether a call is waiting for a busy shop. */
export const busyShop = {
  get: () => waiting > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function setWaiting(change: 1 | -1): void {
  waiting += change
  for (const listener of listeners) listener()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The shop, or a proxy before it, cannot answer now. Of a provider that cannot, the pages tell in words of their own. */
export function isBusy(called: Result<unknown>): boolean {
  return !called.ok && called.status === 503 && called.code !== 'provider-unavailable'
}

async function callOnce<Response extends z.ZodMiniType>(
  method: string,
  path: string,
  response: Response,
  { body, token, signal }: Sent,
): Promise<Result<z.output<Response>>> {
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
    retryAfterMs = 1000 * (Number(answer.headers.get('retry-after')) || 0)
    if (!answer.ok || Refused.safeParse(json).success) return troubleOf(answer.status, json)
    const parsed = response.safeParse(json)
    return parsed.success ? { ok: true, answer: parsed.data } : trouble(answer.status, UNREADABLE_ANSWER)
  } catch {
    return trouble(0, 'no-connection')
  }
}

/** Code of an answer that is not what the contract says: a proxy's page, another version's. */
export const UNREADABLE_ANSWER = 'unreadable-answer'

const Refused = z.object({ success: z.literal(false) })

/** As much of it as there is: the auth service names its troubles by `code` alone, others may have only a sentence. */
const AnyTrouble = z.object({
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})

function troubleOf(status: number, json: unknown): CallError {
  const { code = 'unknown', message = '', fields = {} } = AnyTrouble.safeParse(json).data ?? {}
  return { ok: false, status, code, message, fields }
}

function trouble(status: number, code: string): CallError {
  return { ok: false, status, code, message: '', fields: {} }
}
