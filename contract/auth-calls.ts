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
    signedIn: false,
    request: null,
    response: SessionResponse,
  },
  token: {
    method: 'GET',
    path: AUTH_PATHS.token,
    signedIn: false,
    request: null,
    response: TokenResponse,
  },
  signUp: {
    method: 'POST',
    path: AUTH_PATHS.signUp,
    signedIn: false,
    request: SignUpRequest,
    response: SignInResponse,
  },
  signIn: {
    method: 'POST',
    path: AUTH_PATHS.signIn,
    signedIn: false,
    request: SignInRequest,
    response: SignInResponse,
  },
  google: {
    method: 'POST',
    path: AUTH_PATHS.google,
    signedIn: false,
    request: GoogleRequest,
    response: GoogleResponse,
  },
  signOut: {
    method: 'POST',
    path: AUTH_PATHS.signOut,
    signedIn: false,
    request: null,
    response: Done,
  },
  requestReset: {
    method: 'POST',
    path: AUTH_PATHS.requestReset,
    signedIn: false,
    request: ResetEmailRequest,
    response: Done,
  },
  reset: {
    method: 'POST',
    path: AUTH_PATHS.reset,
    signedIn: false,
    request: ResetRequest,
    response: Done,
  },
} as const satisfies Record<keyof typeof AUTH_PATHS, Endpoint>
