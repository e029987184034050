import { EMAIL_LENGTH_MAX } from '#domain/limits.ts'

/** The attributes of a field for an e-mail address. */
export const EMAIL_INPUT = {
  name: 'email',
  type: 'email',
  autoComplete: 'email',
  maxLength: EMAIL_LENGTH_MAX,
} as const
