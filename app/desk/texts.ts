import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import type { DraftEntry } from '#contract/desk/editions.ts'
import type { DeskOrder, OrderView } from '#contract/desk/orders.ts'
import type { ITEM_STATES } from '#contract/desk/stock.ts'
import { formatRupees } from '#domain/money.ts'
import type { ParcelTask } from '#domain/parcel.ts'
import type { ReturnStage, ReturnState, UnmadeRefundCause } from '#domain/return.ts'
import { INDIA_TIME_ZONE } from '#domain/time.ts'
import { labelOf } from '#app/ui/label-of.ts'

export const NOT_LOADED = 'This could not be loaded. Please check your connection and try again.'
export const INDIA_TIME_LABEL = 'When, in India’s time'
/** How often visible lists and orders refresh. */
export const REFRESH_MS = 45_000

export const SIGNED_OUT = 'Your session has ended. Please sign in again.'

export const VIEW_LABELS: Record<OrderView, string> = {
  all: 'All orders',
  'to pack': 'To pack',
  'to book': 'To book',
  'to hand over': 'To label and hand over',
  'on the way': 'On the way',
  delivered: 'Delivered',
  problems: 'Problems',
}

/** Next to the state of an order, while the courier request is pending. */
export const PENDING_TASK_LABELS: Record<ParcelTask, string> = {
  book: 'being booked',
  label: 'label being made',
  unpack: 'being unpacked',
}

const RETURN_LABELS: Record<ReturnState, string> = {
  requested: 'Return requested: approve or decline it',
  approved: 'Return approved',
  declined: 'Return declined',
  withdrawn: 'Return withdrawn by the customer',
  received: 'Pieces arrived: inspect them',
  accepted: 'Return accepted',
  rejected: 'Return rejected: send the pieces back',
}

const STAGE_TEXT: Record<ReturnStage, string> = {
  'to be sent': 'waits for the customer to send the pieces',
  'to be collected': 'the courier is to collect the pieces',
  'sent by the customer': 'the customer has sent the pieces',
  'with the courier': 'the courier is bringing the pieces',
  'lost by the courier': 'the courier has lost the pieces',
}

export function returnText({ state, stage }: Pick<DeskOrder['returns'][number], 'state' | 'stage'>): string {
  const text = labelOf(RETURN_LABELS, state)
  return stage === null ? text : `${text}: ${labelOf(STAGE_TEXT, stage)}`
}

export const UNMADE_REFUND_LABELS: Record<UnmadeRefundCause, string> = {
  declined: 'The refund of this return was declined. The customer has been told: refund it otherwise.',
  failed:
    'The refund of this return failed. The customer has been told: refund it again, or record on the order how you paid it.',
}

/** The refund made in place of one that was declined or failed. */
export function replacementText({ amount, sentAt }: DeskOrder['refunds'][number]['replacements'][number]) {
  return sentAt === null
    ? `${formatRupees(amount)} is about to be refunded instead`
    : `${formatRupees(amount)} refunded instead, ${dateTime(sentAt)}`
}

/** For refunds without a return. */
export const FAILED_REFUND =
  'This refund failed: look at the order. If it is still owed, make it again, or record there how you paid it.'

/** How the shop has paid a failed refund to the customer itself. */
export function directRefundText({
  amount,
  method,
  reference,
  paidOn,
  recordedBy,
  recordedAt,
}: DeskOrder['refunds'][number]['directRefunds'][number]): string {
  const how = method === UNKNOWN_VALUE ? 'another way' : `by ${method}`
  return `${formatRupees(amount)} paid ${how} on ${indiaDay(paidOn)}${reference && `, reference ${reference}`}; recorded by ${recordedBy}, ${dateTime(recordedAt)}`
}

/** Why a refund that was not made is not owed. */
export function closedRefundText({
  amount,
  reason,
  closedBy,
  closedAt,
}: DeskOrder['refunds'][number]['closed'][number]): string {
  return `${formatRupees(amount)} not owed: ${reason}; recorded by ${closedBy}, ${dateTime(closedAt)}`
}

export const OVERDUE_REFUND_NOTE =
  'The shop retries each of them at least every hour, and writes to the customer once it is sent. If the gateway’s account has too little money, top it up on the gateway’s dashboard. The refund of a disputed payment waits for the bank. Do not refund them on the dashboard as well.'

/** Created once: creating formats for a list of fifty orders takes 20 ms. */
const formatInIndia = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { ...options, timeZone: INDIA_TIME_ZONE })
const DATE_AND_TIME = formatInIndia({ dateStyle: 'medium', timeStyle: 'short' })
const TIME = formatInIndia({ timeStyle: 'short' })
const DATE = formatInIndia({ dateStyle: 'medium' })

/** Formats `23 Nov 2026, 11:58 am`, in India, wherever the desk is used. */
export function dateTime(at: string): string {
  // A line breaks only between date and time.
  return DATE_AND_TIME.format(new Date(at)).replaceAll(/ (?!\d+:)/g, '\u00A0')
}

/** Formats `7:41 pm`, in India. */
export function timeOfDay(at: string): string {
  return TIME.format(new Date(at))
}

/** Formats `23 Nov 2026`, in India. */
export function indiaDay(at: string): string {
  return DATE.format(new Date(at)).replaceAll(' ', '\u00A0')
}

/** Browser and operating system, by their common names. */
export function deviceName(userAgent: string): string {
  const browser = /Edg/.test(userAgent)
    ? 'Edge'
    : (/(?:Firefox|Chrome|Safari)/.exec(userAgent)?.[0] ?? 'A browser')
  const system = [
    ['Android', /Android/],
    ['iPhone or iPad', /iPhone|iPad/],
    ['Windows', /Windows/],
    ['Mac', /Mac OS/],
    ['Linux', /Linux/],
  ] as const
  const name = system.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return name ? `${browser} on ${name}` : browser
}

/** Formats `Size 14: 3, 1 held`. */
export function levelText({ size, onHand, held }: Level): string {
  return `${size === '' ? '' : `Size ${size}: `}${onHand}${held > 0 ? `, ${held} held` : ''}`
}

/** State of a single piece that was entered under Stock. */
export const ITEM_LABELS: Readonly<Record<(typeof ITEM_STATES)[number], string>> = {
  available: 'In stock',
  sold: 'Sold',
  returned: 'Returned, not for sale',
  'written off': 'Written off',
}

interface Level {
  readonly size: string
  readonly onHand: number
  readonly held: number
}

const MINUTES_PER_HOUR = 60

/** "About 2 hours." */
export function durationText(recipients: number, perMinute: number): string {
  const minutes = Math.max(1, Math.ceil(recipients / perMinute))
  if (minutes < MINUTES_PER_HOUR * 2) return `About ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  return `About ${Math.round(minutes / MINUTES_PER_HOUR)} hours.`
}

/** The time of a draft; in the past if it was rejected. */
export function publicationText({
  publishAt,
  scheduledBy,
  error,
}: Pick<DraftEntry, 'publishAt' | 'scheduledBy' | 'error'>): string {
  if (publishAt === null) return 'Waits for a person.'
  const when = `${error === null ? 'Is' : 'Was to be'} published on ${dateTime(publishAt)}`
  return scheduledBy === null ? `${when}.` : `${when}, as scheduled by ${scheduledBy}.`
}
