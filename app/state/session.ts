/**
 * Who is signed in. The session itself is an http-only cookie that this code cannot read; the page asks the auth
 * service, and holds a short-lived bearer token in memory alone (decisions.md 21).
 */
import { AUTH_PATHS, SessionAnswer, TokenAnswer, type AuthUser } from '#contract/auth.ts'
import { callPath } from '#app/api.ts'
import { forgetLists, joinAccount } from './lists.ts'
import { createStore, createStoredStore, useStore } from './store.ts'

export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'anonymous' }
  | { readonly status: 'signed in'; readonly user: AuthUser }

const UNKNOWN: Session = { status: 'unknown' }
const ANONYMOUS: Session = { status: 'anonymous' }

const sessionStore = createStore<Session>(UNKNOWN)

/** Remembers that somebody signed in here, so that a visitor's pages need not ask the server at all. */
const hintStore = createStoredStore<boolean>('signedIn', false, (found) => found === true)

export function useSession(): Session {
  return useStore(sessionStore, UNKNOWN)
}

/** The session, asked of the server when this page does not know it yet, or when `again` is set. */
export async function session(again = false): Promise<Session> {
  if (again || sessionStore.get().status === 'unknown') await ask()
  return sessionStore.get()
}

/** On each page: a visitor who never signed in here is anonymous without a request. */
export function startSession(): void {
  if (hintStore.get()) void ask()
  else if (sessionStore.get().status === 'unknown') sessionStore.set(ANONYMOUS)
  // Another tab signed in or out.
  hintStore.subscribe(() => {
    if (hintStore.get() !== (sessionStore.get().status === 'signed in')) void ask()
  })
}

async function ask(): Promise<void> {
  const called = await callPath('GET', AUTH_PATHS.session, SessionAnswer)
  // No connection says nothing about who is signed in.
  if (!called.ok) return
  if (called.answer) signedIn(called.answer.user)
  else signedOutHere()
}

/** After sign-in, sign-up or the return from Google. */
export function signedIn(user: AuthUser): void {
  const before = sessionStore.get()
  if (before.status === 'signed in' && before.user.id === user.id) return
  token = null
  joinAccount(user.id)
  sessionStore.set({ status: 'signed in', user })
  hintStore.set(true)
}

/** The session ended elsewhere or ran out: the lists stay for its owner, but nothing is sent any more. */
function signedOutHere(): void {
  token = null
  sessionStore.set(ANONYMOUS)
  hintStore.set(false)
}

/** After the auth service confirmed the sign-out. */
export function signedOut(): void {
  forgetLists()
  signedOutHere()
}

let token: { readonly text: string; readonly staleAt: number } | null = null

const TOKEN_FRESH_FOR_MS = 4 * 60_000

/** The bearer token for the shop's own calls; null when nobody is signed in. `fresh` asks for a new one. */
export async function bearerToken({ fresh = false } = {}): Promise<string | null> {
  if (!fresh && token && Date.now() < token.staleAt) return token.text
  const called = await callPath('GET', AUTH_PATHS.token, TokenAnswer)
  token = called.ok ? { text: called.answer.token, staleAt: Date.now() + TOKEN_FRESH_FOR_MS } : null
  return token?.text ?? null
}
