/**
 * How long personal data is kept that neither an account nor the law requires. The server purges by this table, and the
 * privacy policy is generated from it.
 */
import { SUBSCRIPTION_PENDING_DAYS } from './deadlines.ts'

interface Retention {
  readonly what: string
  /** Counted from `since`; 0 if the data has its own expiry. */
  readonly days: number
  /** Used if it reads better than the days. */
  readonly period?: string
  readonly since: string
  readonly why: string
}

export const RETENTION = {
  sessions: {
    what: 'The record of a sign-in',
    days: 0,
    since: 'until it expires',
    why: 'as nobody can use it afterwards',
  },
  expiredLinks: {
    what: 'Links to set a new password, and sign-ins that were never finished',
    days: 0,
    since: 'until they expire',
    why: 'as nobody can use them afterwards',
  },
  rateLimits: {
    what: 'Counts of requests, under a code that identifies nobody',
    days: 2,
    since: 'after the first request',
    why: 'to stop abuse',
  },
  unconfirmedSubscribers: {
    what: 'An address for our newsletter that was never confirmed',
    days: SUBSCRIPTION_PENDING_DAYS,
    since: 'after it was last entered',
    why: 'so that the link in our e-mail works',
  },
  unsubscribedSubscribers: {
    what: 'An address that has unsubscribed from our newsletter',
    days: 365,
    since: 'after it unsubscribed',
    why: 'so that it is not subscribed again by mistake',
  },
  newsletterRecipients: {
    what: 'To whom a newsletter was sent',
    days: 30,
    since: 'after it was sent to all',
    why: 'so that nobody gets it twice',
  },
  sentEmails: {
    what: 'To whom we sent an e-mail, and why; its text is erased once it is sent',
    days: 30,
    since: 'after it was written',
    why: 'so that nothing is sent twice',
  },
  webhookEvents: {
    what: 'Reports of the payment service, of which only references, amounts and states are stored',
    days: 30,
    since: 'after they arrived',
    why: 'so that a repeated report is recognised',
  },
  contactMessages: {
    what: 'Messages of the contact form',
    days: 365,
    since: 'after they arrived',
    why: 'to answer you, and to know what was said if you write again',
  },
  pans: {
    what: 'The PAN of an order that was paid, encrypted',
    // Rule 6F of the Income-tax Rules, 1962: books of six years before the assessment year, which follows that of the
    // sale.
    days: 8 * 366,
    period: '8 years',
    since: 'after the payment',
    why: 'as tax law lets its office ask about large purchases for that long, also where the account is erased before',
  },
  unpaidOrders: {
    what: 'Name, address, phone number, PAN and GSTIN of an order that was never paid',
    days: 90,
    since: 'after it was placed',
    why: 'in case a bank delivers a payment late',
  },
} as const satisfies Record<string, Retention>

/** Not personal, and so not in the policy: uploaded pictures that no edition or draft uses. */
export const UNUSED_PICTURES = {
  what: 'A picture of a piece that was uploaded and never published',
  days: 30,
  since: 'after it was last put into a draft',
  why: 'so that a draft can be made again',
} as const satisfies Retention

export type RetentionId = keyof typeof RETENTION
// Object.keys loses the key type; RETENTION is a constant with exactly these keys.
export const RETENTION_IDS = Object.keys(RETENTION) as RetentionId[]

/** Texts for the privacy policy. */
export function retentionText({ what, days, period = `${days} days`, since, why }: Retention): string {
  return `${what}: ${days === 0 ? since : `${period} ${since}`}, ${why}.`
}
