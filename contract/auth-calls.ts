/** The calls of the auth service as the server mounts and the OpenAPI document lists them; the pages need the paths alone. */
import * as z from 'zod/mini'
import {
  AUTH_PATHS,
  GoogleAnswer,
  GoogleRequest,
  ResetMailRequest,
  ResetRequest,
  SessionAnswer,
  SignInAnswer,
  SignInRequest,
  SignUpRequest,
  TokenAnswer,
} from './auth.ts'
import type { Endpoint } from './endpoint.ts'

const Done = z.object({})

/** None takes the bearer token: a session is a cookie. A null request is a body of no interest. */
export const AUTH_CALLS = {
  session: {
    method: 'GET',
    path: AUTH_PATHS.session,
    does: 'Says whose session the cookie is; null for a visitor.',
    signedIn: false,
    request: null,
    response: SessionAnswer,
  },
  token: {
    method: 'GET',
    path: AUTH_PATHS.token,
    does: 'Gives whoever has a session the short-lived bearer token.',
    signedIn: false,
    request: null,
    response: TokenAnswer,
  },
  signUp: {
    method: 'POST',
    path: AUTH_PATHS.signUp,
    does: 'Makes an account and signs the person in.',
    signedIn: false,
    request: SignUpRequest,
    response: SignInAnswer,
  },
  signIn: {
    method: 'POST',
    path: AUTH_PATHS.signIn,
    does: 'Signs a person in by the password. Says the same to a wrong password and to an unknown address.',
    signedIn: false,
    request: SignInRequest,
    response: SignInAnswer,
  },
  google: {
    method: 'POST',
    path: AUTH_PATHS.google,
    does: 'Begins the sign-in through Google: answers with the address to which the browser goes.',
    signedIn: false,
    request: GoogleRequest,
    response: GoogleAnswer,
  },
  signOut: {
    method: 'POST',
    path: AUTH_PATHS.signOut,
    does: 'Ends the session, and its bearer tokens with it.',
    signedIn: false,
    request: null,
    response: Done,
  },
  requestReset: {
    method: 'POST',
    path: AUTH_PATHS.requestReset,
    does: 'Mails a link for a new password. Answers alike for an unknown address.',
    signedIn: false,
    request: ResetMailRequest,
    response: Done,
  },
  reset: {
    method: 'POST',
    path: AUTH_PATHS.reset,
    does: 'Sets a new password by the token of the mailed link, which works once, and ends every session.',
    signedIn: false,
    request: ResetRequest,
    response: Done,
  },
} as const satisfies Record<keyof typeof AUTH_PATHS, Endpoint>
