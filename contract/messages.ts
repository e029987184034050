/** The contact form and the newsletter. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, singleLine, multiLine } from './shared.ts'

const MessageResponse = z.object({ success: z.literal(true), message: z.string() })

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Stores a message of the contact form and e-mails it to the shop.',
  signedIn: false,
  request: z.strictObject({
    name: singleLine(120).check(z.minLength(1)),
    email: Email,
    message: multiLine(4000).check(z.minLength(1)),
  }),
  response: MessageResponse,
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  summary: 'Starts a subscription, to be confirmed by an e-mailed link. Responds alike to every address.',
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
  summary: 'Confirms a subscription by the token of the e-mailed link; idempotent.',
  signedIn: false,
  request: NewsletterToken,
  response: MessageResponse,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  summary:
    'Ends a subscription by its token. Mail programs send ?token= and a form (one-click unsubscribe, RFC 8058).',
  signedIn: false,
  request: NewsletterToken,
  response: MessageResponse,
})
