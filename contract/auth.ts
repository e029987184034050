/**
 * Requests of the pages to the auth service (better-auth, under /api/auth), and the fields of its responses that they
 * read.
 */
import * as z from 'zod/mini'
import { NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/limits.ts'
import { Email, singleLine } from './shared.ts'

export const AuthUser = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type AuthUser = z.infer<typeof AuthUser>

export const AUTH_PATHS = {
  session: '/api/auth/get-session',
  /** The short-lived bearer token (D21). */
  token: '/api/auth/token',
  signUp: '/api/auth/sign-up/email',
  signIn: '/api/auth/sign-in/email',
  google: '/api/auth/sign-in/social',
  signOut: '/api/auth/sign-out',
  requestReset: '/api/auth/request-password-reset',
  reset: '/api/auth/reset-password',
} as const

export const SessionResponse = z.nullable(z.object({ user: AuthUser }))
export const TokenResponse = z.object({ token: z.string() })
export const SignInResponse = z.object({ user: AuthUser })
export const GoogleResponse = z.object({ url: z.string() })
/** Has the shape of `ErrorBody`, with better-auth's codes (`INVALID_EMAIL_OR_PASSWORD`). */
export const AuthErrorBody = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

const NewPassword = z.string().check(z.minLength(PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX))
/** The path to continue to: within this shop, never on another site. */
const SitePath = z.string().check(z.maxLength(1000), z.regex(/^\/(?![/\\])[^\p{Cc}\s\\]*$/u))

export const SignUpRequest = z.strictObject({
  name: singleLine(NAME_LENGTH_MAX).check(z.minLength(1)),
  email: Email,
  password: NewPassword,
})
export const SignInRequest = z.strictObject({
  email: Email,
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH_MAX)),
})
export const GoogleRequest = z.strictObject({
  provider: z.literal('google'),
  callbackURL: SitePath,
  errorCallbackURL: SitePath,
})
export const ResetEmailRequest = z.strictObject({ email: Email })
export const ResetRequest = z.strictObject({
  token: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  newPassword: NewPassword,
})
