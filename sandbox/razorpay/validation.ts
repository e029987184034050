/** Validates requests as Razorpay does; throws an ApiError with Razorpay's own message. */
import { addMs, DAY_MS, indiaMonth, MINUTE_MS, parseIndiaTime, SECOND_MS } from '#domain/time.ts'
import { ApiError, type Notes } from './entities.ts'

type Fields = Record<string, unknown>

const AMOUNT_MIN = 100
/** ₹1,00,00,000; real accounts have their own limit, set on the dashboard. */
const ORDER_AMOUNT_MAX = 1_000_000_000
const DEFAULT_CAPTURE_WINDOW_MINUTES = (3 * DAY_MS) / MINUTE_MS

export interface OrderRequest {
  amount: number
  currency: string
  receipt: string | null
  notes: Notes
  capture: 'automatic' | 'manual'
  /** Minutes in which an authorized payment must be captured; null leaves it to the account's setting. */
  captureWindowMinutes: number | null
  uniqueReceipt: boolean
}

export interface RefundRequest {
  /** Null refunds the rest of the payment. */
  amount: number | null
  speed: 'normal' | 'optimum'
  notes: Notes
  receipt: string | null
}

export function parseOrderRequest(body: unknown): OrderRequest {
  const fields = objectOf(body)
  rejectUnknown(fields, [
    'amount',
    'currency',
    'receipt',
    'notes',
    'partial_payment',
    'first_payment_min_amount',
    'payment',
    'payment_capture',
    'unique_receipt',
  ])
  const amount = amountOf(fields)
  if (amount < AMOUNT_MIN) {
    throw new ApiError('Order amount less than minimum amount allowed', {
      field: 'amount',
      step: 'order_creation',
      reason: 'amount_less_than_minimum_amount',
    })
  }
  if (amount > ORDER_AMOUNT_MAX) {
    throw new ApiError('Amount exceeds maximum amount allowed.', { field: 'amount', step: 'order_creation' })
  }
  return {
    amount,
    currency: currencyOf(fields),
    receipt: receiptOf(fields),
    notes: notesOf(fields.notes),
    ...captureOf(fields),
    uniqueReceipt: fields.unique_receipt === true,
  }
}

export function parseNotesRequest(body: unknown): Notes {
  const fields = objectOf(body)
  rejectUnknown(fields, ['notes'])
  if (fields.notes === undefined) throw new ApiError('The notes field is required.', { field: 'notes' })
  return notesOf(fields.notes)
}

export function parseCaptureRequest(body: unknown): number {
  const fields = objectOf(body)
  rejectUnknown(fields, ['amount', 'currency'])
  currencyOf(fields)
  return amountOf(fields)
}

export function parseRefundRequest(body: unknown): RefundRequest {
  const fields = objectOf(body)
  rejectUnknown(fields, ['amount', 'speed', 'notes', 'receipt'])
  const amount = fields.amount === undefined ? null : amountOf(fields)
  if (amount !== null && amount < AMOUNT_MIN) {
    throw new ApiError('The amount must be at least INR 1.00', { field: 'amount' })
  }
  const speed = fields.speed ?? 'normal'
  if (speed !== 'normal' && speed !== 'optimum') {
    throw new ApiError('The selected speed is invalid.', { field: 'speed' })
  }
  return { amount, speed, notes: notesOf(fields.notes), receipt: receiptOf(fields) }
}

export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[A-Za-z0-9_-]{10,}$/.test(header)) return header
  throw new ApiError('The idempotency key must have at least 10 characters: letters, digits, - and _.')
}

export interface Page {
  from: number
  to: number
  count: number
  skip: number
}

export function parsePage(query: Record<string, string>): Page {
  return {
    from: wholeNumber(query, 'from', { default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
    to: wholeNumber(query, 'to', {
      default: Number.MAX_SAFE_INTEGER,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
    count: wholeNumber(query, 'count', { default: 10, min: 1, max: 100 }),
    skip: wholeNumber(query, 'skip', { default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
  }
}

export interface ReconQuery extends Pick<Page, 'count' | 'skip'> {
  /** Unix seconds. */
  readonly from: number
  readonly before: number
}

/** A month in India, or a day of it; at most 1,000 items at a time, unlike the other lists. */
export function parseReconQuery(query: Record<string, string>): ReconQuery {
  for (const field of ['year', 'month'])
    if (query[field] === undefined) throw new ApiError(`The ${field} field is required.`, { field })
  const year = wholeNumber(query, 'year', { default: 0, min: 2010, max: 2100 })
  const ordinal = wholeNumber(query, 'month', { default: 0, min: 1, max: 12 })
  const month = `${year}-${String(ordinal).padStart(2, '0')}`
  const day = wholeNumber(query, 'day', { default: 0, min: 1, max: 31 })
  const midnight = day === 0 ? null : parseIndiaTime(`${month}-${String(day).padStart(2, '0')}T00:00`)
  const { from, to } = midnight ? { from: midnight, to: addMs(midnight, DAY_MS) } : indiaMonth(month)
  return {
    from: from.getTime() / SECOND_MS,
    before: to.getTime() / SECOND_MS,
    count: wholeNumber(query, 'count', { default: 10, min: 1, max: 1000 }),
    skip: wholeNumber(query, 'skip', { default: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
  }
}

function wholeNumber(
  query: Record<string, string>,
  field: string,
  range: { default: number; min: number; max: number },
): number {
  const text = query[field]
  if (text === undefined) return range.default
  if (!/^\d{1,15}$/.test(text)) throw new ApiError(`The ${field} must be an integer.`, { field })
  const number = Number(text)
  if (number < range.min) throw new ApiError(`The ${field} must be at least ${range.min}.`, { field })
  if (number > range.max) {
    throw new ApiError(`The ${field} may not be greater than ${range.max}.`, { field })
  }
  return number
}

function objectOf(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    // Checked above; each value stays unknown until it is validated.
    return body as Fields
  }
  throw new ApiError('The request body must be a JSON object.')
}

function rejectUnknown(fields: Fields, known: readonly string[]) {
  const extra = Object.keys(fields).filter((field) => !known.includes(field))
  if (extra.length > 0) {
    throw new ApiError(`${extra.join(', ')} is/are not required and should not be sent`, {
      reason: 'extra_field_sent',
    })
  }
}

function amountOf(fields: Fields): number {
  const { amount } = fields
  if (amount === undefined || amount === null) {
    throw new ApiError('The amount field is required.', { field: 'amount' })
  }
  const number = typeof amount === 'string' && /^\d{1,15}$/.test(amount) ? Number(amount) : amount
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw new ApiError('The amount must be an integer.', { field: 'amount' })
  }
  if (number < 0) throw new ApiError('The amount must be at least INR 1.00', { field: 'amount' })
  return number
}

function currencyOf(fields: Fields): string {
  const { currency } = fields
  if (currency === undefined) throw new ApiError('The currency field is required.', { field: 'currency' })
  if (currency !== 'INR') throw new ApiError('Currency is not supported', { field: 'currency' })
  return currency
}

function receiptOf(fields: Fields): string | null {
  const receipt = fields.receipt ?? null
  if (receipt === null) return null
  if (typeof receipt !== 'string') throw new ApiError('The receipt must be a string.', { field: 'receipt' })
  if (receipt.length > 40) {
    throw new ApiError('The receipt may not be greater than 40 characters.', { field: 'receipt' })
  }
  return receipt
}

function notesOf(notes: unknown): Notes {
  if (notes === undefined || notes === null) return []
  if (typeof notes !== 'object') throw new ApiError('The notes must be an object.', { field: 'notes' })
  const pairs = Object.entries(notes)
  if (pairs.length > 15) {
    throw new ApiError('The notes may not have more than 15 key-value pairs.', { field: 'notes' })
  }
  const texts = pairs.map(([key, value]) => [key, String(value)] as const)
  if (texts.some(([key, value]) => key.length > 256 || value.length > 256)) {
    throw new ApiError('Each note may not be longer than 256 characters.', { field: 'notes' })
  }
  return texts.length === 0 ? [] : Object.fromEntries(texts)
}

/** Without `payment` and `payment_capture`, the account's default applies: capture everything. */
function captureOf(fields: Fields): Pick<OrderRequest, 'capture' | 'captureWindowMinutes'> {
  if (fields.payment === undefined) {
    const flag = fields.payment_capture ?? true
    const isManual = flag === false || flag === 0 || flag === '0'
    return { capture: isManual ? 'manual' : 'automatic', captureWindowMinutes: null }
  }
  const payment = objectOf(fields.payment)
  rejectUnknown(payment, ['capture', 'capture_options'])
  if (payment.capture !== 'automatic' && payment.capture !== 'manual') {
    throw new ApiError('The selected payment.capture is invalid.', { field: 'payment.capture' })
  }
  if (payment.capture_options === undefined) {
    return { capture: payment.capture, captureWindowMinutes: null }
  }
  const options = objectOf(payment.capture_options)
  rejectUnknown(options, ['automatic_expiry_period', 'manual_expiry_period', 'refund_speed'])
  const automatic = minutesOf(options, 'automatic_expiry_period', 12)
  const manual = minutesOf(options, 'manual_expiry_period', automatic ?? 12)
  if (options.refund_speed !== undefined && !['normal', 'optimum'].includes(String(options.refund_speed))) {
    throw new ApiError('The selected refund_speed is invalid.', { field: 'refund_speed' })
  }
  return { capture: payment.capture, captureWindowMinutes: manual ?? DEFAULT_CAPTURE_WINDOW_MINUTES }
}

function minutesOf(options: Fields, field: string, min: number): number | null {
  const minutes = options[field]
  if (minutes === undefined || minutes === null) return null
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < min || minutes > 7200) {
    throw new ApiError(`The ${field} must be between ${min} and 7200.`, { field })
  }
  return minutes
}
