/** A client with an account: calls the endpoints of the contract and may lose any response. */
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { AUTH_PATHS, TokenResponse } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'

/** The result of a call. Status 0: there was no response, and the effect is unknown. */
export interface ClientResult<Body> {
  readonly status: number
  /** The body of a successful response; null otherwise. */
  readonly body: Body | null
  readonly message: string | null
  readonly code: string | null
}

export interface TestClient {
  readonly name: string
  readonly email: string
  call<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    body: z.input<Request>,
    /** The connection breaks after this time. */
    losesResponseAfterMs?: number,
  ): Promise<ClientResult<z.output<Response>>>
  /** Retries with pauses while there is no response or the server asks to wait. */
  callWithRetry<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    body: z.input<Request>,
  ): Promise<ClientResult<z.output<Response>>>
}

/** A call with or without a response (status 0). Excludes calls whose response the client itself abandons. */
export interface ObservedCall {
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly startedAt: number
  readonly endedAt: number
}
type Observe = (call: ObservedCall) => void

const TIMEOUT_MS = 30_000
/** On a busy machine, a killed instance needs half a minute to be open again. */
const PATIENCE_MS = 120_000
const PAUSE_MS = 250

/** The outcome is unknown: the response was lost, the server or a provider failed, or a rate limit applied. */
export function isUndecided({ status }: ClientResult<unknown>): boolean {
  return status === 0 || status >= 500 || status === 429
}

export async function signUp(
  siteUrl: string,
  name: string,
  email = `${name}@example.in`,
  observe?: Observe,
): Promise<TestClient> {
  const credentials = { name, email, password: PASSWORD }
  const cookie = await retryUntilResponse(async () => {
    const signedUp = await send(siteUrl + AUTH_PATHS.signUp, { body: credentials })
    // A lost response may hide a created account.
    const held = signedUp?.ok
      ? signedUp
      : await send(siteUrl + AUTH_PATHS.signIn, { body: { email, password: credentials.password } })
    return held?.ok ? cookiesOf(held) : null
  })
  return clientOf(siteUrl, { name, email, cookie, observe })
}

/** Called after the session of the sign-up has ended. */
export async function signIn(
  siteUrl: string,
  { name, email }: Pick<TestClient, 'name' | 'email'>,
): Promise<TestClient> {
  const cookie = await retryUntilResponse(async () => {
    const signedIn = await send(siteUrl + AUTH_PATHS.signIn, { body: { email, password: PASSWORD } })
    return signedIn?.ok ? cookiesOf(signedIn) : null
  })
  return clientOf(siteUrl, { name, email, cookie })
}

const PASSWORD = 'kundan-1995'

interface Identity extends Pick<TestClient, 'name' | 'email'> {
  readonly cookie: string
  readonly observe?: Observe | undefined
}

function clientOf(siteUrl: string, { name, email, cookie, observe }: Identity): TestClient {
  let token: string | null = null

  async function currentToken(): Promise<string | null> {
    if (token !== null) return token
    const response = await send(siteUrl + AUTH_PATHS.token, { cookie })
    token = TokenResponse.safeParse(response?.json).data?.token ?? null
    return token
  }

  const call: TestClient['call'] = async (endpoint, body, losesResponseAfterMs) => {
    const startedAt = Date.now()
    const result = await attempt(endpoint, body, losesResponseAfterMs)
    const { path } = endpoint
    const { status, code } = result
    if (losesResponseAfterMs === undefined) observe?.({ path, status, code, startedAt, endedAt: Date.now() })
    return result
  }

  const attempt: TestClient['call'] = async (endpoint, body, losesResponseAfterMs) => {
    const isFresh = token === null
    const held = await currentToken()
    if (held === null) return NO_RESPONSE
    const { method, path } = endpoint
    const response = await send(siteUrl + path, {
      method,
      token: held,
      ...(endpoint.request && { body }),
      ...(losesResponseAfterMs !== undefined && { timeoutMs: losesResponseAfterMs }),
    })
    if (!response) return NO_RESPONSE
    const { status, json } = response
    if (status === 401) {
      token = null
      // The token has expired.
      return isFresh ? NO_RESPONSE : attempt(endpoint, body, losesResponseAfterMs)
    }
    if (response.ok) return { status, body: endpoint.response.parse(json), message: null, code: null }
    const { message = null, code = null } = ErrorBody.safeParse(json).data ?? {}
    return { status, body: null, message, code }
  }

  return {
    name,
    email,
    call,
    async callWithRetry(endpoint, body) {
      const giveUpAt = Date.now() + PATIENCE_MS
      for (;;) {
        const result = await call(endpoint, body)
        if (!isUndecided(result) || Date.now() >= giveUpAt) return result
        await wait(PAUSE_MS)
      }
    },
  }
}

const NO_RESPONSE = { status: 0, body: null, message: null, code: null } as const

interface Sending {
  readonly method?: string
  readonly body?: unknown
  readonly cookie?: string
  readonly token?: string
  readonly timeoutMs?: number
}

interface Sent {
  readonly status: number
  readonly ok: boolean
  readonly json: unknown
  readonly cookies: readonly string[]
}

/** Null if the connection broke before the last byte. */
async function send(
  url: string,
  { body, cookie, token, method = body ? 'POST' : 'GET', timeoutMs = TIMEOUT_MS }: Sending,
): Promise<Sent | null> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        origin: new URL(url).origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status, ok, headers } = response
    return { status, ok, json: await response.json(), cookies: headers.getSetCookie() }
  } catch {
    return null
  }
}

async function retryUntilResponse<Thing>(attempt: () => Promise<Thing | null>): Promise<Thing> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (Date.now() < giveUpAt) {
    const thing = await attempt()
    if (thing !== null) return thing
    await wait(PAUSE_MS)
  }
  throw new Error('The shop does not respond')
}

function cookiesOf({ cookies }: Sent): string {
  return cookies.map((set) => set.split(';')[0]).join('; ')
}

/** Resolves with the status of the response; 0 without one. */
export async function sendForgedWebhook(siteUrl: string, gatewayOrderId: string): Promise<number> {
  try {
    const response = await fetch(`${siteUrl}/api/webhooks/razorpay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': '0'.repeat(64) },
      body: JSON.stringify({ event: 'order.paid', payload: { order: { entity: { id: gatewayOrderId } } } }),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
