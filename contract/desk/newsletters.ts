/** Newsletters: written at the desk, sent to all confirmed subscribers. */
import * as z from 'zod/mini'
import { NEWSLETTER_BUTTONS, NEWSLETTER_LIMITS, NEWSLETTER_STATES } from '#domain/newsletter.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { displayEnum } from '../display-enum.ts'
import { multiLine, Paise, singleLine } from '../shared.ts'
import { IndiaTime } from './editions.ts'
import { deskEndpoint } from './endpoint.ts'

const Piece = z.templateLiteral([z.enum(PRODUCT_TYPES), '-', z.int().check(z.gte(0))])

const Content = z.strictObject({
  subject: singleLine(NEWSLETTER_LIMITS.subject),
  teaser: singleLine(NEWSLETTER_LIMITS.teaser),
  greeting: singleLine(NEWSLETTER_LIMITS.greeting),
  text: multiLine(NEWSLETTER_LIMITS.text),
  pieces: z.array(Piece).check(z.maxLength(NEWSLETTER_LIMITS.pieces)),
  closing: multiLine(NEWSLETTER_LIMITS.closing),
  button: z.enum(NEWSLETTER_BUTTONS),
})

const Counts = z.object({ sent: z.int(), failed: z.int(), unsubscribed: z.int(), unknown: z.int() })

const Sending = z.object({
  recipients: z.int(),
  counts: Counts,
  startedAt: z.string(),
  startedBy: z.string(),
  /** Null while it is being sent. */
  endedAt: z.nullable(z.string()),
  stoppedBy: z.nullable(z.string()),
  /** Another newsletter is sent first. */
  isWaiting: z.boolean(),
})

const Newsletter = z.object({
  id: z.string(),
  state: displayEnum(NEWSLETTER_STATES),
  subject: z.string(),
  changedAt: z.string(),
  changedBy: z.string(),
  /** When a draft is sent automatically, and who scheduled it; null if it waits for a person. */
  schedule: z.nullable(z.object({ sendAt: z.string(), by: z.string() })),
  /** Why it was not sent at its scheduled time; null otherwise. */
  scheduleError: z.nullable(z.string()),
  /** Null for a draft. */
  sending: z.nullable(Sending),
})
export type DeskNewsletter = z.infer<typeof Newsletter>

const Newsletters = z.object({
  /** Confirmed and not unsubscribed. */
  subscribers: z.int(),
  perMinute: z.int(),
  /** Drafts first, then the newest. */
  newsletters: z.array(Newsletter),
})
export type Newsletters = z.infer<typeof Newsletters>

export const readNewsletters = deskEndpoint({
  method: 'GET',
  path: '/api/desk/newsletters',
  permission: 'edit-newsletters',
  response: Newsletters,
})

const Email = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type NewsletterEmail = z.infer<typeof Email>

const Details = z.object({
  ...Newsletter.shape,
  content: Content,
  version: z.int(),
  subscribers: z.int(),
  perMinute: z.int(),
  /** As sent; a draft at today's prices. */
  email: Email,
})
export type NewsletterDetails = z.infer<typeof Details>
export type NewsletterFields = z.infer<typeof Content>

export const readNewsletter = deskEndpoint({
  method: 'GET',
  path: '/api/desk/newsletters/:id',
  permission: 'edit-newsletters',
  response: Details,
})

/** Renders a draft at today's prices; stores nothing. */
export const previewNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/preview',
  permission: 'edit-newsletters',
  request: Content,
  response: Email,
})

/** The pieces that a newsletter can show, with today's prices. */
export const readNewsletterPieces = deskEndpoint({
  method: 'GET',
  path: '/api/desk/newsletters/pieces',
  permission: 'edit-newsletters',
  response: z.object({
    pieces: z.array(z.object({ sku: Piece, name: z.string(), price: Paise })),
  }),
})
export type NewsletterPiece = z.infer<(typeof readNewsletterPieces)['response']>['pieces'][number]

/**
 * The browser chooses the id of a new draft, so that saving it twice creates one. `version`: the edited version; 0:
 * none.
 */
export const saveNewsletter = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/newsletters/:id',
  permission: 'edit-newsletters',
  request: z.strictObject({ version: z.int().check(z.gte(0)), content: Content }),
  response: Details,
})

const Version = z.strictObject({ version: z.int().check(z.gte(1)) })

export const discardNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/:id/discard',
  permission: 'edit-newsletters',
  request: Version,
  response: Newsletters,
})

/** To the requesting staff member, at most once a minute. */
export const testNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/:id/proof',
  permission: 'edit-newsletters',
  request: Version,
  response: z.object({ recipient: z.string() }),
})

/** `recipients`: the confirmed number; a different number is rejected. */
export const sendNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/:id/send',
  permission: 'send-newsletters',
  request: z.strictObject({ ...Version.shape, recipients: z.int().check(z.gte(1)) }),
  response: Details,
})

/** To everyone subscribed by then, at the prices of that time. Until it is cancelled, nobody can change the draft. */
export const scheduleNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/:id/schedule',
  permission: 'send-newsletters',
  request: z.strictObject({ ...Version.shape, sendAt: IndiaTime }),
  response: Details,
})

/** It becomes a draft again. */
export const unscheduleNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/:id/unschedule',
  permission: 'edit-newsletters',
  response: Details,
})

/** E-mails that the mail server has accepted stay sent. */
export const stopNewsletter = deskEndpoint({
  method: 'POST',
  path: '/api/desk/newsletters/:id/stop',
  permission: 'edit-newsletters',
  response: Details,
})
