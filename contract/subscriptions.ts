/** Subscriptions to the newsletter. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MessageResponse } from './messages.ts'
import { Email } from './shared.ts'

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  signedIn: false,
  request: z.strictObject({ email: Email }),
  response: MessageResponse,
})

/** The token in the links of newsletter e-mails. */
const NewsletterToken = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) })

/** The e-mailed link opens a page whose script makes this call, because mail programs prefetch links. */
export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  signedIn: false,
  request: NewsletterToken,
  response: MessageResponse,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  signedIn: false,
  request: NewsletterToken,
  response: MessageResponse,
})
