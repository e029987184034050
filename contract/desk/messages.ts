/** Messages of the contact form, and undelivered e-mails of the shop. */
import * as z from 'zod/mini'
import { deskEndpoint } from './endpoint.ts'

export const MESSAGE_VIEWS = ['to answer', 'answered'] as const
export type MessageView = (typeof MESSAGE_VIEWS)[number]

const DeskMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.string(),
  /** Null until a staff member has answered. */
  answered: z.nullable(z.object({ at: z.string(), by: z.string() })),
})
export type DeskMessage = z.infer<typeof DeskMessage>

export const searchMessages = deskEndpoint({
  method: 'POST',
  path: '/api/desk/messages/search',
  permission: 'answer-messages',
  request: z.strictObject({ view: z.enum(MESSAGE_VIEWS), olderThan: z.nullable(z.uuid()) }),
  response: z.object({
    /** Newest first. */
    messages: z.array(DeskMessage),
    /** Cursor of the next page; absent if there is none. */
    olderThan: z.optional(z.string()),
  }),
})

export const markAnswered = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/messages/:id/answered',
  permission: 'answer-messages',
  request: z.strictObject({ isAnswered: z.boolean() }),
  response: DeskMessage,
})

const UndeliveredEmails = z.object({
  /** Newest first; e-mails of the last 30 days that failed at least once, without password reset links. */
  emails: z.array(
    z.object({
      key: z.string(),
      /** Masked for roles that cannot see customers. */
      recipient: z.string(),
      subject: z.string(),
      createdAt: z.string(),
      /** Null once the shop has given up. */
      nextAttemptAt: z.nullable(z.string()),
    }),
  ),
})
export type UndeliveredEmail = z.infer<typeof UndeliveredEmails>['emails'][number]

export const readUndeliveredEmails = deskEndpoint({
  method: 'GET',
  path: '/api/desk/emails',
  permission: 'answer-messages',
  response: UndeliveredEmails,
})

export const resendEmail = deskEndpoint({
  method: 'POST',
  path: '/api/desk/emails/resend',
  permission: 'answer-messages',
  request: z.strictObject({ key: z.string().check(z.maxLength(200)) }),
  response: UndeliveredEmails,
})
