/** The endpoints of the auth service. Separate from auth.ts, because pages need only the paths. */
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
function authCall<Request extends z.ZodMiniType<object>>(
  method: 'GET' | 'POST',
  name: keyof typeof AUTH_PATHS,
  request: Request | null,
  response: z.ZodMiniType,
): Endpoint<Request> {
  return { method, path: AUTH_PATHS[name], signedIn: false, request, response }
}

export const AUTH_CALLS = {
  session: authCall('GET', 'session', null, SessionResponse),
  token: authCall('GET', 'token', null, TokenResponse),
  signUp: authCall('POST', 'signUp', SignUpRequest, SignInResponse),
  signIn: authCall('POST', 'signIn', SignInRequest, SignInResponse),
  google: authCall('POST', 'google', GoogleRequest, GoogleResponse),
  signOut: authCall('POST', 'signOut', null, Done),
  requestReset: authCall('POST', 'requestReset', ResetEmailRequest, Done),
  reset: authCall('POST', 'reset', ResetRequest, Done),
} satisfies Record<keyof typeof AUTH_PATHS, Endpoint>
