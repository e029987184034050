/**
 * Shiprocket's API: one login, whose token all calls share. Numbers may be text, and an error status may come inside a
 * 200.
 */
import * as z from 'zod/mini'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { ShiprocketSettings } from '#server/env.ts'
import { inProviderSpan } from '#server/tracing.ts'

const TIMEOUT_MS = 10_000
/** A token is valid for ten days; nine leave a margin. */
const TOKEN_LIFE_MS = 9 * DAY_MS
/** Repeated bad logins would lock the user out for longer. */
const LOGIN_RETRY_DELAY_MS = MINUTE_MS

const LoginResponse = z.object({ token: z.string().check(z.minLength(1)) })

interface Login {
  readonly token: Promise<string>
  until: number
}

interface ShiprocketResponse {
  readonly status: number
  readonly json: unknown
}

/** Both reject with ShiprocketUnreachable if there is no response. */
export interface ShiprocketClient {
  read(path: string): Promise<ShiprocketResponse>
  write(path: string, body: object): Promise<ShiprocketResponse>
}

export function createShiprocketClient(settings: ShiprocketSettings, now: () => Date): ShiprocketClient {
  let login: Login | null = null

  /** Concurrent calls share one login. Rejects with ShiprocketUnreachable if there is no token. */
  function currentSession(): Login {
    if (login && login.until > now().getTime()) return login
    const fresh: Login = { token: logIn(), until: now().getTime() + TOKEN_LIFE_MS }
    login = fresh
    fresh.token.catch((error) => {
      fresh.until = error instanceof ShiprocketLoginFailed ? now().getTime() + LOGIN_RETRY_DELAY_MS : 0
    })
    return fresh
  }

  async function logIn(): Promise<string> {
    const { email, password } = settings
    const { status, json } = await request('/auth/login', jsonInit({ email, password }))
    const parsed = LoginResponse.safeParse(json)
    if (status >= 400 && status < 500) throw new ShiprocketLoginFailed(`login: HTTP ${status}`)
    if (!parsed.success) throw new ShiprocketUnreachable(`login: HTTP ${status}`)
    return parsed.data.token
  }

  async function request(path: string, init: RequestInit): Promise<ShiprocketResponse> {
    const method = init.method ?? 'GET'
    try {
      return await inProviderSpan({ provider: 'shiprocket', method, path }, async () => {
        const signal = AbortSignal.timeout(TIMEOUT_MS)
        const response = await fetch(settings.apiUrl + path, { ...init, redirect: 'error', signal })
        const json: unknown = await response.json().catch(() => null)
        return { status: response.status, json }
      })
    } catch (error) {
      throw new ShiprocketUnreachable(error instanceof Error ? error.name : 'no response')
    }
  }

  async function send(path: string, init: RequestInit = {}): Promise<ShiprocketResponse> {
    const session = currentSession()
    const headers = { ...init.headers, authorization: `Bearer ${await session.token}` }
    const response = await request(path, { ...init, headers })
    // The token was revoked or expired early: the next call logs in.
    if (response.status === 401) session.until = 0
    return response
  }

  return {
    async read(path) {
      const response = await send(path)
      return response.status === 401 ? send(path) : response
    },
    write: (path, body) => send(path, jsonInit(body)),
  }
}

function jsonInit(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export class ShiprocketUnreachable extends Error {}
class ShiprocketLoginFailed extends ShiprocketUnreachable {}
