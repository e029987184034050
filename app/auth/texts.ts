/** Error texts of the auth pages (requirements `5.signup.*`, `8.login.*`, `8.forgot.*`; D22). */
import type { CallError } from '#app/api.ts'
import { PASSWORD_LENGTH_MIN } from '#domain/limits.ts'

const ALREADY_IN_USE = 'Email already in use'
const SIGN_UP_TEXT: Readonly<Record<string, string>> = {
  USER_ALREADY_EXISTS: ALREADY_IN_USE,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ALREADY_IN_USE,
  INVALID_EMAIL: 'Invalid email address',
  PASSWORD_TOO_SHORT: `Password should be at least ${PASSWORD_LENGTH_MIN} characters`,
}
export function signUpErrorText({ code }: CallError): string {
  return SIGN_UP_TEXT[code] ?? 'Failed to create account'
}

export function isAlreadyInUse(error: CallError): boolean {
  return signUpErrorText(error) === ALREADY_IN_USE
}

/** Does not reveal whether the account exists. */
export function signInErrorText({ code }: CallError): string {
  return code === 'INVALID_EMAIL_OR_PASSWORD' ? 'Invalid email or password' : 'Failed to sign in'
}

export const GOOGLE_ERROR_TEXT = {
  login: 'Failed to sign in with Google',
  signup: 'Failed to sign in with Google. Please try again.',
} as const

export const RESET_EMAIL_FAILED = 'Failed to reset password. Please check your email address.'
export const RESET_EMAIL_SENT = 'Check your inbox for password reset instructions'

const RESET_TEXT: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'This link has been used or is out of date. Please ask for a new one.',
  VALIDATION_ERROR: 'This link is not complete. Please ask for a new one.',
  PASSWORD_TOO_SHORT: `Password should be at least ${PASSWORD_LENGTH_MIN} characters`,
}
export function resetErrorText({ code }: Pick<CallError, 'code'>): string {
  return RESET_TEXT[code] ?? 'Failed to change the password. Please try again.'
}
