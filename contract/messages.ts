/** The contact form. */
import * as z from 'zod/mini'
import { NAME_LENGTH_MAX } from '#domain/limits.ts'
import { endpoint } from './endpoint.ts'
import { Email, singleLine, multiLine } from './shared.ts'

export const MessageResponse = z.object({ success: z.literal(true), message: z.string() })

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  signedIn: false,
  request: z.strictObject({
    name: singleLine(NAME_LENGTH_MAX).check(z.minLength(1)),
    email: Email,
    message: multiLine(4000).check(z.minLength(1)),
  }),
  response: MessageResponse,
})
