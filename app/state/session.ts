/**
 * Who is signed in. The session itself is an http-only cookie that this code cannot read; the page asks the auth
 * service, and holds a short-lived bearer token in memory alone (D21).
 */
import type * as z from 'zod/mini'
import { MINUTE_MS } from '#domain/time.ts'
import { AUTH_PATHS, SessionResponse, TokenResponse, type AuthUser } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, callPath, isBusy, type Result, type CallError } from '#app/api.ts'
import { clearCheckout } from './checkout.ts'
import { forgetContactDraft } from './contact-draft.ts'
import { clearLists, mergeIntoAccount, listOwnerStore } from './lists.ts'
import { clearBrowsingHistory } from './browsing-history.ts'
import { clearRecentSearches } from './recent-searches.ts'
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

/** For what is not a component. */
export const subscribeToSession = sessionStore.subscribe

export function signedInUser(): AuthUser | null {
  const loadSession = sessionStore.get()
  return loadSession.status === 'signed in' ? loadSession.user : null
}

/**
 * The session, asked of the server when this page does not know it yet, or when `again` is set. Still unknown where
 * no answer came.
 */
export async function loadSession(again = false): Promise<Session> {
  if (again || sessionStore.get().status === 'unknown') await ask()
  return sessionStore.get()
}

/** On each page: a visitor who never signed in here is anonymous without a request. Returns the way to stop. */
export function startSession(): () => void {
  if (signedInStore.get() !== null) void ask()
  else if (sessionStore.get().status === 'unknown') sessionStore.set(ANONYMOUS)
  const stopFollowing = signedInStore.subscribe(followOtherTabs)
  const onOnline = () => {
    if (sessionStore.get().status === 'unknown') void ask()
  }
  window.addEventListener('online', onOnline)
  return () => {
    stopFollowing()
    window.removeEventListener('online', onOnline)
  }
}

function followOtherTabs(): void {
  const hint = signedInStore.get()
  if (hint === (signedInUser()?.id ?? null)) return
  if (hint !== null) return void ask()
  // A sign-out has taken the lists away, an expired session has not.
  if (listOwnerStore.get() === null) {
    clearCheckout()
    forgetContactDraft()
  }
  clearLocalSession()
}

/** Rises with each sign-in and sign-out, so that an answer asked for before it cannot undo it. */
let turn = 0

async function ask(): Promise<void> {
  const asked = turn
  const called = await callPath('GET', AUTH_PATHS.session, SessionResponse)
  if (asked !== turn) return
  if (isBusy(called)) return ask()
  // No connection says nothing about who is signed in.
  if (!called.ok) return
  if (called.answer) signedIn(called.answer.user)
  else clearLocalSession()
}

/** After sign-in, sign-up or the return from Google. */
export function signedIn(user: AuthUser): void {
  if (signedInUser()?.id === user.id) return
  turn += 1
  token = null
  const before = listOwnerStore.get()
  // What somebody else bought, looked at and looked for here is not this person's to see.
  if (before !== null && before !== user.id) {
    clearCheckout()
    clearBrowsingHistory()
    clearRecentSearches()
    forgetContactDraft()
  }
  mergeIntoAccount(user.id)
  sessionStore.set({ status: 'signed in', user })
  signedInStore.set(user.id)
}

/** The session ended elsewhere or ran out: the lists stay for its owner, but nothing is sent any more. */
function clearLocalSession(): void {
  turn += 1
  token = null
  sessionStore.set(ANONYMOUS)
  if (signedInStore.get() !== null) signedInStore.set(null)
}

/** After the auth service confirmed the sign-out. */
export function onSignedOut(): void {
  clearLists()
  clearCheckout()
  clearBrowsingHistory()
  clearRecentSearches()
  forgetContactDraft()
  clearLocalSession()
}

let token: { readonly text: string; readonly staleAt: number } | null = null
let tokenOnItsWay: Promise<Result<string>> | null = null

const TOKEN_FRESH_FOR_MS = 4 * MINUTE_MS

/** Code of the trouble that no token could be had: nobody is signed in, or somebody else than this page believes. */
export const NO_TOKEN = 'no-token'

/**
 * A call of the signed-in person's, with the bearer token; tried once more with a new token where the server no
 * longer takes the one held. `fresh` begins with a new one.
 */
export async function callAuthenticated<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  {
    fresh = false,
    ...options
  }: Omit<NonNullable<Parameters<typeof call<Request, Response>>[1]>, 'token'> & {
    readonly fresh?: boolean
  } = {},
): Promise<Result<z.output<Response>>> {
  const held = await getToken(fresh)
  if (!held.ok) return held
  const called = await call(endpoint, { ...options, token: held.answer })
  if (called.ok || called.status !== 401 || fresh) return called
  return callAuthenticated(endpoint, { ...options, fresh: true })
}

async function getToken(fresh: boolean): Promise<Result<string>> {
  if (!fresh && token && Date.now() < token.staleAt) return { ok: true, answer: token.text }
  tokenOnItsWay ??= fetchToken().finally(() => {
    tokenOnItsWay = null
  })
  return tokenOnItsWay
}

async function fetchToken(): Promise<Result<string>> {
  const asked = turn
  const called = await callPath('GET', AUTH_PATHS.token, TokenResponse)
  if (!called.ok && called.status !== 401) return called
  const bearer = called.ok ? called.answer.token : null
  const isTheirs = bearer !== null && asked === turn && subjectOf(bearer) === signedInUser()?.id
  if (!isTheirs) {
    token = null
    // The cookie has changed under this page: another tab signed out, or somebody else in.
    void ask()
    return noToken()
  }
  token = { text: bearer, staleAt: Date.now() + TOKEN_FRESH_FOR_MS }
  return { ok: true, answer: bearer }
}

function noToken(): CallError {
  return { ok: false, status: 401, code: NO_TOKEN, message: '', fields: {} }
}

/** The account a token speaks for, read without checking it: the server does that. */
function subjectOf(bearer: string): string | undefined {
  try {
    const payload = bearer.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : undefined
  } catch {
    return undefined
  }
}
