/** The endpoints of the auth service, apart from auth.ts because pages only need the paths. */
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

/** None needs the bearer token: the session is a cookie. A null request is an ignored body. */
export const AUTH_CALLS = {
  session: {
    method: 'GET',
    path: AUTH_PATHS.session,
    summary: 'Returns the user of the session cookie; null for a visitor.',
    signedIn: false,
    request: null,
    response: SessionResponse,
  },
  token: {
    method: 'GET',
    path: AUTH_PATHS.token,
    summary: 'Returns the short-lived bearer token of the session.',
    signedIn: false,
    request: null,
    response: TokenResponse,
  },
  signUp: {
    method: 'POST',
    path: AUTH_PATHS.signUp,
    summary: 'Creates an account and signs the user in.',
    signedIn: false,
    request: SignUpRequest,
    response: SignInResponse,
  },
  signIn: {
    method: 'POST',
    path: AUTH_PATHS.signIn,
    summary: 'Signs a user in by password. Responds alike to a wrong password and to an unknown address.',
    signedIn: false,
    request: SignInRequest,
    response: SignInResponse,
  },
  google: {
    method: 'POST',
    path: AUTH_PATHS.google,
    summary: 'Starts the sign-in through Google: returns the URL to which the browser navigates.',
    signedIn: false,
    request: GoogleRequest,
    response: GoogleResponse,
  },
  signOut: {
    method: 'POST',
    path: AUTH_PATHS.signOut,
    summary: 'Ends the session and its bearer tokens.',
    signedIn: false,
    request: null,
    response: Done,
  },
  requestReset: {
    method: 'POST',
    path: AUTH_PATHS.requestReset,
    summary: 'E-mails a link to reset the password. Responds alike to an unknown address.',
    signedIn: false,
    request: ResetEmailRequest,
    response: Done,
  },
  reset: {
    method: 'POST',
    path: AUTH_PATHS.reset,
    summary:
      'Sets a new password by the token of the e-mailed link, which works once, and ends every session.',
    signedIn: false,
    request: ResetRequest,
    response: Done,
  },
} as const satisfies Record<keyof typeof AUTH_PATHS, Endpoint>
