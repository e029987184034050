/** Newsletters: their content, and the outcome for each subscriber. */
import { PRODUCT_TYPES, type ProductType, type Sku } from './product.ts'

export const NEWSLETTER_STATES = ['draft', 'sending', 'sent', 'stopped'] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]

/**
 * `failed`: the mail server rejected the address or the e-mail for good, or was unreachable for about a day.
 * `unsubscribed`: since the newsletter was started; nothing was sent. `unknown`: the mail server never responded, so
 * the e-mail is not sent again.
 */
export const RECIPIENT_OUTCOMES = ['sent', 'failed', 'unsubscribed', 'unknown'] as const
export type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number]

/** Target of the button at the end: the home page, the pieces of a type, or none. */
export const NEWSLETTER_BUTTONS = ['none', 'home', ...PRODUCT_TYPES] as const
export type NewsletterButton = 'none' | 'home' | ProductType

export interface NewsletterContent {
  readonly subject: string
  /** What inboxes show next to the subject. */
  readonly teaser: string
  readonly greeting: string
  /** An empty line starts a new paragraph. */
  readonly text: string
  /** The first is shown large. */
  readonly pieces: readonly Sku[]
  readonly closing: string
  readonly button: NewsletterButton
}

export const NEWSLETTER_LIMITS = {
  subject: 100,
  teaser: 120,
  greeting: 80,
  text: 4000,
  closing: 200,
  pieces: 9,
} as const

export function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** How many e-mails are still to be sent. */
export function remainingOf(recipients: number, counts: Readonly<Record<RecipientOutcome, number>>): number {
  return recipients - RECIPIENT_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)
}
