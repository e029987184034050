/** The contact form. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, singleLine, multiLine } from './shared.ts'

export const MessageResponse = z.object({ success: z.literal(true), message: z.string() })

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  signedIn: false,
  request: z.strictObject({
    name: singleLine(120).check(z.minLength(1)),
    email: Email,
    message: multiLine(4000).check(z.minLength(1)),
  }),
  response: MessageResponse,
})
