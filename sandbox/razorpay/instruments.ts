/** What a shopper can pay with in test mode, and how each ends (Razorpay's published test instruments). */
import { z } from 'zod'
import type { CardEntity, PaymentEntity } from './entities.ts'
import { newId } from './entities.ts'

export interface PaymentFailure {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR'
  description: string
  source: 'customer' | 'bank' | 'gateway' | 'issuer'
  step: 'payment_authentication' | 'payment_authorization'
  reason: string
}

const FAILURES = {
  payment_failed: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment was not successful as it was declined by the bank. Try another method.',
    source: 'bank',
    step: 'payment_authorization',
    reason: 'payment_failed',
  },
  payment_cancelled: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment has been cancelled. Try again or complete the payment later.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
  },
  payment_timed_out: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment was not completed on time. Try again or complete the payment later.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_timed_out',
  },
  insufficient_fund: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your account does not have enough balance for this payment. Try another method.',
    source: 'issuer',
    step: 'payment_authorization',
    reason: 'insufficient_fund',
  },
  card_declined: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your card was declined by the bank that issued it. Try another card or method.',
    source: 'issuer',
    step: 'payment_authorization',
    reason: 'card_declined',
  },
  card_number_invalid: {
    code: 'BAD_REQUEST_ERROR',
    description: 'This card number is not one of the test cards. Check the number and try again.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'card_number_invalid',
  },
  incorrect_otp: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The one-time password was not right. Try the payment again.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'incorrect_otp',
  },
  gateway_technical_error: {
    code: 'GATEWAY_ERROR',
    description:
      'The payment could not be completed because of a technical fault at the bank. Try again later.',
    source: 'gateway',
    step: 'payment_authorization',
    reason: 'gateway_technical_error',
  },
} as const satisfies Record<string, PaymentFailure>

type CardEnd = 'success' | keyof typeof FAILURES
type TestCard = { network: string; end: CardEnd }

const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4100280000001007': { network: 'Visa', end: 'success' },
  '5500670000001002': { network: 'MasterCard', end: 'success' },
  '6527658900001005': { network: 'RuPay', end: 'success' },
  '340256000401007': { network: 'American Express', end: 'success' },
  '4100280000080001': { network: 'Visa', end: 'insufficient_fund' },
  '4100280000070002': { network: 'Visa', end: 'payment_cancelled' },
  '4100280000060003': { network: 'Visa', end: 'card_declined' },
  '4100280000090000': { network: 'Visa', end: 'payment_timed_out' },
  '4100280000020007': { network: 'Visa', end: 'gateway_technical_error' },
}

export const BANKS = {
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  SBIN: 'State Bank of India',
  UTIB: 'Axis Bank',
  KKBK: 'Kotak Mahindra Bank',
} as const

const outcome = z.enum(['success', 'failure'])

/** What the dialog sends when the shopper presses a button. */
export const instrument = z.discriminatedUnion('method', [
  z.object({ method: z.literal('upi'), vpa: z.string().min(3).max(100) }),
  z.object({
    method: z.literal('card'),
    number: z.string().max(30),
    name: z.string().max(100),
    otp: z.string().max(20),
  }),
  z.object({
    method: z.literal('netbanking'),
    bank: z.enum(['HDFC', 'ICIC', 'SBIN', 'UTIB', 'KKBK']),
    outcome,
  }),
])

export type Instrument = z.infer<typeof instrument>

/** Null when the payment goes through. */
export function failureOf(used: Instrument): PaymentFailure | null {
  switch (used.method) {
    case 'upi':
      // A UPI test payment that is not told to fail succeeds, as Razorpay's own.
      return used.vpa.trim().toLowerCase() === 'failure@razorpay' ? FAILURES.payment_failed : null
    case 'card': {
      const card = TEST_CARDS[digitsOf(used.number)]
      if (!card) return FAILURES.card_number_invalid
      if (card.end !== 'success') return FAILURES[card.end]
      return /^\d{4,10}$/.test(used.otp) ? null : FAILURES.incorrect_otp
    }
    case 'netbanking':
      return used.outcome === 'success' ? null : FAILURES.payment_failed
  }
}

type MethodFields = Pick<
  PaymentEntity,
  'method' | 'card_id' | 'card' | 'bank' | 'vpa' | 'upi' | 'acquirer_data' | 'international'
>

/** The part of a payment that depends on what it was made with. `reference` is the bank's own number. */
export function methodFields(used: Instrument, reference: string): MethodFields {
  const none = { card_id: null, bank: null, vpa: null, international: false }
  switch (used.method) {
    case 'upi': {
      const vpa = used.vpa.trim()
      return {
        ...none,
        method: 'upi',
        vpa,
        upi: { vpa, flow: 'collect', payer_account_type: 'bank_account' },
        acquirer_data: { rrn: reference },
      }
    }
    case 'card': {
      const card = cardOf(used)
      return {
        ...none,
        method: 'card',
        card_id: card.id,
        card,
        acquirer_data: { auth_code: reference.slice(-6) },
      }
    }
    case 'netbanking':
      return {
        ...none,
        method: 'netbanking',
        bank: used.bank,
        acquirer_data: { bank_transaction_id: reference },
      }
  }
}

function cardOf(used: Extract<Instrument, { method: 'card' }>): CardEntity {
  const digits = digitsOf(used.number)
  return {
    id: newId('card'),
    entity: 'card',
    name: used.name,
    last4: digits.slice(-4),
    network: TEST_CARDS[digits]?.network ?? 'Unknown',
    type: 'debit',
    issuer: null,
    international: false,
    emi: false,
    sub_type: 'consumer',
  }
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '')
}
