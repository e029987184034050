import { describe, expect, it } from 'vitest'
import type { CallError } from '#app/api.ts'
import {
  GOOGLE_ERROR_TEXT,
  RESET_MAIL_FAILED,
  RESET_MAIL_SENT,
  signInErrorText,
  signUpErrorText,
} from './texts.ts'

const trouble = (code: string): CallError => ({
  ok: false,
  status: 400,
  code,
  message: 'Said elsewhere',
  fields: {},
})

describe('what is said when a sign-up fails', () => {
  // Shows 5.signup.in-use, 5.signup.invalid-email, 5.signup.weak, 5.signup.other, D22.sign-up
  it.each([
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'Email already in use'],
    ['INVALID_EMAIL', 'Invalid email address'],
    ['PASSWORD_TOO_SHORT', 'Password should be at least 6 characters'],
    ['anything-else', 'Failed to create account'],
  ])('%s: %s', (code, words) => {
    expect(signUpErrorText(trouble(code))).toBe(words)
  })
})

describe('what is said when a sign-in fails', () => {
  // Shows 8.login.invalid, 8.login.other
  it.each([
    ['INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'],
    ['anything-else', 'Failed to sign in'],
  ])('%s: %s', (code, words) => {
    expect(signInErrorText(trouble(code))).toBe(words)
  })

  // Shows 8.login.google, 8.signup.google
  it('by Google has words of its own on each page', () => {
    expect(GOOGLE_ERROR_TEXT).toEqual({
      login: 'Failed to sign in with Google',
      signup: 'Failed to sign in with Google. Please try again.',
    })
  })
})

// Shows 8.forgot.success, 8.forgot.failure
it('a reset has the required words for success and failure', () => {
  expect(RESET_MAIL_SENT).toBe('Check your inbox for password reset instructions')
  expect(RESET_MAIL_FAILED).toBe('Failed to reset password. Please check your email address.')
})
