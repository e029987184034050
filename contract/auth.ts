/** The few calls of the auth service (better-auth, under /api/auth) that the pages make, and what they read of the answers. */
import * as z from 'zod/mini'

export const AuthUser = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type AuthUser = z.infer<typeof AuthUser>

export const AUTH_PATHS = {
  session: '/api/auth/get-session',
  /** The short-lived bearer token (decisions.md 21). */
  token: '/api/auth/token',
  signUp: '/api/auth/sign-up/email',
  signIn: '/api/auth/sign-in/email',
  google: '/api/auth/sign-in/social',
  signOut: '/api/auth/sign-out',
  requestReset: '/api/auth/request-password-reset',
  reset: '/api/auth/reset-password',
} as const

export const SessionAnswer = z.nullable(z.object({ user: AuthUser }))
export const TokenAnswer = z.object({ token: z.string() })
export const SignInAnswer = z.object({ user: AuthUser })
export const GoogleAnswer = z.object({ url: z.string() })
/** Errors of the auth service carry a code; rate limits do not. */
export const AuthTrouble = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })
