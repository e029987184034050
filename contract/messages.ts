/** Letters to the shop: the contact form and Stay Updated. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, singleLine, multiLine } from './shared.ts'

const MessageResponse = z.object({ success: z.literal(true), message: z.string() })

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Stores a message of the contact form and mails it to the shop.',
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
  summary:
    'Starts a subscription: the address confirms by a link in a mail. Says the same words to every address.',
  signedIn: false,
  request: z.strictObject({ email: Email }),
  response: MessageResponse,
})

/** What a link in a mail of the newsletter carries. */
const NewsletterToken = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{20,100}$/)) })

/** Links in mails open a page, and only the page's script calls: mail programs fetch links nobody clicked. */
export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Confirms a subscription by the token of the mailed link; repeating it changes nothing.',
  signedIn: false,
  request: NewsletterToken,
  response: MessageResponse,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  summary:
    'Ends a subscription by its token. Mail programs call it by one click with ?token= and a form (RFC 8058).',
  signedIn: false,
  request: NewsletterToken,
  response: MessageResponse,
})
