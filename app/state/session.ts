/**
 * Who is signed in. The session is an http-only cookie, which scripts cannot read: the page requests it from the auth
 * service, and keeps a short-lived bearer token in memory only (D21).
 */
import type * as z from 'zod/mini'
import { AUTH_PATHS, SessionResponse, TokenResponse, type AuthUser } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { call, callPath, fail, isBusy, type CallResult } from '#app/api.ts'
import { mergeIntoAccount } from './account-lists.ts'
import { listsUserIdStore } from './lists.ts'
import { clearPersonalData, clearPersonalDataOfTab } from './personal-data.ts'
import { signedInStore } from './signed-in.ts'
import { createStore, useStore } from './store.ts'

export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'anonymous' }
  | { readonly status: 'signed in'; readonly user: AuthUser }

const UNKNOWN: Session = { status: 'unknown' }
const ANONYMOUS: Session = { status: 'anonymous' }

const sessionStore = createStore<Session>(UNKNOWN)

export function useSession(): Session {
  return useStore(sessionStore, UNKNOWN)
}

export const subscribeToSession = sessionStore.subscribe

export function signedInUser(): AuthUser | null {
  const session = sessionStore.get()
  return session.status === 'signed in' ? session.user : null
}

/** Requests the session if it is unknown, or always with `reload`. It stays unknown if there is no response. */
export async function loadSession(reload = false): Promise<Session> {
  if (reload || sessionStore.get().status === 'unknown') await fetchSession()
  return sessionStore.get()
}

/** Called once per page. A visitor who never signed in here is anonymous without a request. Returns a stop function. */
export function startSession(): () => void {
  if (signedInStore.get() !== null) void fetchSession()
  else if (sessionStore.get().status === 'unknown') sessionStore.set(ANONYMOUS)
  const unsubscribe = signedInStore.subscribe(followOtherTabs)
  const onOnline = () => {
    if (sessionStore.get().status === 'unknown') void fetchSession()
  }
  window.addEventListener('online', onOnline)
  return () => {
    unsubscribe()
    window.removeEventListener('online', onOnline)
  }
}

function followOtherTabs(): void {
  const userId = signedInStore.get()
  if (userId === (signedInUser()?.id ?? null)) return
  if (userId !== null) return void fetchSession()
  // Sign-out clears the lists, an expired session does not.
  if (listsUserIdStore.get() === null) clearPersonalDataOfTab()
  endSession()
}

/** Counts sign-ins and sign-outs, so that an earlier request cannot undo them. */
let sessionVersion = 0

async function fetchSession(): Promise<void> {
  const version = sessionVersion
  const result = await callPath('GET', AUTH_PATHS.session, SessionResponse)
  if (version !== sessionVersion) return
  if (isBusy(result)) return fetchSession()
  // Without a connection the session stays as it is.
  if (!result.ok) return
  if (result.value) onSignedIn(result.value.user)
  else endSession()
}

/** After sign-in, sign-up or the return from Google. */
export function onSignedIn(user: AuthUser): void {
  if (signedInUser()?.id === user.id) return
  sessionVersion += 1
  token = null
  mergeIntoAccount(user.id)
  sessionStore.set({ status: 'signed in', user })
  signedInStore.set(user.id)
}

/** The session expired or ended elsewhere: the lists stay for their user, but are no longer synced. */
function endSession(): void {
  sessionVersion += 1
  token = null
  sessionStore.set(ANONYMOUS)
  if (signedInStore.get() !== null) signedInStore.set(null)
}

/** After the auth service has confirmed the sign-out. */
export function onSignedOut(): void {
  clearPersonalData()
  endSession()
}

let token: { readonly text: string; readonly staleAt: number } | null = null
let tokenRequest: Promise<CallResult<string>> | null = null

const TOKEN_FRESH_FOR_MS = 4 * MINUTE_MS

/** Error code if nobody is signed in, or a different account than this page assumes. */
export const NO_TOKEN = 'no-token'

/**
 * Calls with the user's bearer token; retries once with a new token if the server rejects it. `fresh` skips the cached
 * one.
 */
export async function callAuthenticated<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  {
    fresh = false,
    ...options
  }: Omit<NonNullable<Parameters<typeof call<Request, Response>>[1]>, 'token'> & {
    readonly fresh?: boolean
  } = {},
): Promise<CallResult<z.output<Response>>> {
  const bearer = await getToken(fresh)
  if (!bearer.ok) return bearer
  const result = await call(endpoint, { ...options, token: bearer.value })
  if (result.ok || result.error.status !== 401 || fresh) return result
  return callAuthenticated(endpoint, { ...options, fresh: true })
}

async function getToken(fresh: boolean): Promise<CallResult<string>> {
  if (!fresh && token && Date.now() < token.staleAt) return { ok: true, value: token.text }
  tokenRequest ??= fetchToken().finally(() => {
    tokenRequest = null
  })
  return tokenRequest
}

async function fetchToken(): Promise<CallResult<string>> {
  const version = sessionVersion
  const result = await callPath('GET', AUTH_PATHS.token, TokenResponse)
  if (!result.ok && result.error.status !== 401) return result
  const bearer = result.ok ? result.value.token : null
  const isOfUser = bearer !== null && version === sessionVersion && subjectOf(bearer) === signedInUser()?.id
  if (!isOfUser) {
    token = null
    // Another tab has changed the cookie: it signed out, or signed in to another account.
    void fetchSession()
    return fail({ status: 401, code: NO_TOKEN })
  }
  token = { text: bearer, staleAt: Date.now() + TOKEN_FRESH_FOR_MS }
  return { ok: true, value: bearer }
}

/** The account of a token, unverified: the server verifies it. */
function subjectOf(bearer: string): string | undefined {
  try {
    const payload = bearer.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : undefined
  } catch {
    return undefined
  }
}
