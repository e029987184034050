/**
 * All calls of the API go through here. Validates the response against the contract and returns failures as values.
 * While the server is busy (503), retries for 30 seconds with back-off, respecting Retry-After: every call is
 * idempotent. `useApi` retries for as long as its page waits.
 */
import * as z from 'zod/mini'
import { VERSION_HEADER } from '#contract/edition.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Result } from '#domain/result.ts'
import { backOffMs, SECOND_MS } from '#domain/time.ts'

export interface CallError {
  /** HTTP status; 0 if there was no response: offline, timed out, aborted. */
  readonly status: number
  readonly code: string
  /** The server's text for the shopper; empty if it sent none. */
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** The call was retried, so an earlier attempt may have succeeded. */
  readonly wasRetried?: true
}
export type CallResult<Value> = Result<Value, CallError>

export interface EndpointInput<Body> {
  readonly body?: Body
  /** Values for the `:name` parts of the path. */
  readonly params?: Readonly<Record<string, string>>
}

interface CallOptions<Body> extends EndpointInput<Body> {
  readonly token?: string
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export function call<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  { params = {}, ...options }: CallOptions<z.input<Request>> = {},
): Promise<CallResult<z.output<Response>>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return callPath(endpoint.method, path, endpoint.response, options)
}

const CALL_TIMEOUT_MS = 30 * SECOND_MS
const RETRY_FOR_MS = 30 * SECOND_MS
const BACK_OFF = { firstMs: SECOND_MS, maxMs: RETRY_FOR_MS }

/** For paths with a query, and for those of the auth service, which are not endpoints of the contract. */
export async function callPath<Response extends z.ZodMiniType>(
  method: string,
  path: string,
  response: Response,
  options: Omit<CallOptions<unknown>, 'params'> = {},
): Promise<CallResult<z.output<Response>>> {
  let result = await callOnce(method, path, response, options)
  if (!isBusy(result)) return result
  changeWaiting(1)
  const deadline = Date.now() + RETRY_FOR_MS
  for (let failures = 0; isBusy(result) && !options.signal?.aborted && Date.now() < deadline; failures += 1) {
    await pause(Math.max(backOffMs(BACK_OFF, failures), retryAfterMs) * (1 + Math.random() / 4))
    result = await callOnce(method, path, response, options)
  }
  changeWaiting(-1)
  return result.ok ? result : { ok: false, error: { ...result.error, wasRetried: true } }
}

/** The Retry-After of the last response. */
let retryAfterMs = 0
let waiting = 0
const listeners = new Set<() => void>()

/** Whether a call is waiting for a busy server. */
export const busyShop = {
  get: () => waiting > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

let observedVersion: string | null = null
const versionListeners = new Set<() => void>()

/** The collection version in the server's last response; null before the first. */
export const serverVersion = {
  get: () => observedVersion,
  set(version: string) {
    if (version === observedVersion) return
    observedVersion = version
    for (const listener of versionListeners) listener()
  },
  subscribe(listener: () => void) {
    versionListeners.add(listener)
    return () => void versionListeners.delete(listener)
  },
}

function changeWaiting(change: 1 | -1): void {
  waiting += change
  for (const listener of listeners) listener()
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The server, or a proxy in front of it, is overloaded. For an unavailable provider, each page has its own text. */
export function isBusy(result: CallResult<unknown>): boolean {
  return !result.ok && result.error.status === 503 && result.error.code !== 'provider-unavailable'
}

/** Set from the last response if the server records traces: the calls of a visit form one trace. */
let traceparent: string | null = null

async function callOnce<Response extends z.ZodMiniType>(
  method: string,
  path: string,
  schema: Response,
  { body, token, signal, headers }: CallOptions<unknown>,
): Promise<CallResult<z.output<Response>>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(traceparent && { traceparent }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(CALL_TIMEOUT_MS), ...(signal ? [signal] : [])]),
    })
    traceparent = response.headers.get('traceparent')
    const version = response.headers.get(VERSION_HEADER)
    if (version !== null) serverVersion.set(version)
    const json: unknown = await response.json().catch(() => undefined)
    retryAfterMs = 1000 * (Number(response.headers.get('retry-after')) || 0)
    const { status } = response
    if (!response.ok || Unsuccessful.safeParse(json).success)
      return fail({ status, ...ErrorBody.safeParse(json).data })
    const parsed = schema.safeParse(json)
    return parsed.success ? { ok: true, value: parsed.data } : fail({ status, code: UNREADABLE_RESPONSE })
  } catch {
    return fail({ code: 'no-connection' })
  }
}

/** Code of a response that violates the contract: from a proxy, or from another version of the server. */
export const UNREADABLE_RESPONSE = 'unreadable-response'

const Unsuccessful = z.object({ success: z.literal(false) })

/** Lenient: the auth service sends only a `code`, others may send only a message. */
const ErrorBody = z.object({
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})

export function fail({ status = 0, code = 'unknown', message = '', fields = {} }: Partial<CallError>): {
  readonly ok: false
  readonly error: CallError
} {
  return { ok: false, error: { status, code, message, fields } }
}
