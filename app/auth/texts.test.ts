import { describe, expect, test } from 'vitest'
import type { CallError } from '#app/api.ts'
import {
  GOOGLE_ERROR_TEXT,
  RESET_EMAIL_FAILED,
  RESET_EMAIL_SENT,
  signInErrorText,
  signUpErrorText,
} from './texts.ts'

const error = (code: string): CallError => ({
  status: 400,
  code,
  message: 'Another text',
  fields: {},
})

describe('the error text of a sign-up', () => {
  // Shows 5.signup.in-use, 5.signup.invalid-email, 5.signup.weak, 5.signup.other, D22.sign-up
  test.each([
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'Email already in use'],
    ['INVALID_EMAIL', 'Invalid email address'],
    ['PASSWORD_TOO_SHORT', 'Password should be at least 6 characters'],
    ['anything-else', 'Failed to create account'],
  ])('%s: %s', (code, text) => {
    expect(signUpErrorText(error(code))).toBe(text)
  })
})

describe('the error text of a sign-in', () => {
  // Shows 8.login.invalid, 8.login.other
  test.each([
    ['INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'],
    ['anything-else', 'Failed to sign in'],
  ])('%s: %s', (code, text) => {
    expect(signInErrorText(error(code))).toBe(text)
  })

  // Shows 8.login.google, 8.signup.google
  test('differs between the pages for Google', () => {
    expect(GOOGLE_ERROR_TEXT).toEqual({
      login: 'Failed to sign in with Google',
      signup: 'Failed to sign in with Google. Please try again.',
    })
  })
})

// Shows 8.forgot.success, 8.forgot.failure
test('a password reset has the required texts', () => {
  expect(RESET_EMAIL_SENT).toBe('Check your inbox for password reset instructions')
  expect(RESET_EMAIL_FAILED).toBe('Failed to reset password. Please check your email address.')
})
