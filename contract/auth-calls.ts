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

/** None needs the bearer token: the session is a cookie. Without a request, the body is ignored. */
function authCall<Request extends z.ZodMiniType<object>>(
  method: 'GET' | 'POST',
  name: keyof typeof AUTH_PATHS,
  response: z.ZodMiniType,
  request?: Request,
): Endpoint<Request> {
  return { method, path: AUTH_PATHS[name], signedIn: false, request, response }
}

export const AUTH_CALLS = {
  session: authCall('GET', 'session', SessionResponse),
  token: authCall('GET', 'token', TokenResponse),
  signUp: authCall('POST', 'signUp', SignInResponse, SignUpRequest),
  signIn: authCall('POST', 'signIn', SignInResponse, SignInRequest),
  google: authCall('POST', 'google', GoogleResponse, GoogleRequest),
  signOut: authCall('POST', 'signOut', Done),
  requestReset: authCall('POST', 'requestReset', Done, ResetEmailRequest),
  reset: authCall('POST', 'reset', Done, ResetRequest),
} satisfies Record<keyof typeof AUTH_PATHS, Endpoint>
