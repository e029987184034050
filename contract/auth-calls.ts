/** The calls of the auth service as the server mounts and the OpenAPI document lists them; the pages need the paths alone. */
import * as z from 'zod/mini'
import {
  AUTH_PATHS,
  GoogleResponse,
  GoogleRequest,
  ResetEmailRequest,
  ResetRequest,
  SessionResponse,
  SignInResponse,
  SignInRequest,
  SignUpRequest,
  TokenResponse,
} from './auth.ts'
import type { Endpoint } from './endpoint.ts'

const Done = z.object({})

/** None takes the bearer token: a session is a cookie. A null request is a body of no interest. */
export const AUTH_CALLS = {
  session: {
    method: 'GET',
    path: AUTH_PATHS.session,
    summary: 'Says whose session the cookie is; null for a visitor.',
    signedIn: false,
    request: null,
    response: SessionResponse,
  },
  token: {
    method: 'GET',
    path: AUTH_PATHS.token,
    summary: 'Gives whoever has a session the short-lived bearer token.',
    signedIn: false,
    request: null,
    response: TokenResponse,
  },
  signUp: {
    method: 'POST',
    path: AUTH_PATHS.signUp,
    summary: 'Makes an account and signs the person in.',
    signedIn: false,
    request: SignUpRequest,
    response: SignInResponse,
  },
  signIn: {
    method: 'POST',
    path: AUTH_PATHS.signIn,
    summary:
      'Signs a person in by the password. Says the same to a wrong password and to an unknown address.',
    signedIn: false,
    request: SignInRequest,
    response: SignInResponse,
  },
  google: {
    method: 'POST',
    path: AUTH_PATHS.google,
    summary: 'Begins the sign-in through Google: answers with the address to which the browser goes.',
    signedIn: false,
    request: GoogleRequest,
    response: GoogleResponse,
  },
  signOut: {
    method: 'POST',
    path: AUTH_PATHS.signOut,
    summary: 'Ends the session, and its bearer tokens with it.',
    signedIn: false,
    request: null,
    response: Done,
  },
  requestReset: {
    method: 'POST',
    path: AUTH_PATHS.requestReset,
    summary: 'Mails a link for a new password. Answers alike for an unknown address.',
    signedIn: false,
    request: ResetEmailRequest,
    response: Done,
  },
  reset: {
    method: 'POST',
    path: AUTH_PATHS.reset,
    summary: 'Sets a new password by the token of the mailed link, which works once, and ends every session.',
    signedIn: false,
    request: ResetRequest,
    response: Done,
  },
} as const satisfies Record<keyof typeof AUTH_PATHS, Endpoint>
