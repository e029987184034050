/** Razorpay's published test instruments, and the outcome of a payment with each. */
import { z } from 'zod'
import { newId, type CardEntity, type PaymentEntity } from './entities.ts'

export interface PaymentFailure {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR'
  description: string
  source: 'customer' | 'bank' | 'gateway' | 'issuer'
  step: 'payment_authentication' | 'payment_authorization'
  reason: string
}

/** Keyed by the `reason` of Razorpay's error. */
const FAILURES = {
  payment_failed: {
    description: 'Your payment was not successful as it was declined by the bank. Try another method.',
    source: 'bank',
  },
  payment_cancelled: {
    description: 'Your payment has been cancelled. Try again or complete the payment later.',
    source: 'customer',
  },
  payment_timed_out: {
    description: 'Your payment was not completed on time. Try again or complete the payment later.',
    source: 'customer',
  },
  insufficient_fund: {
    description: 'Your account does not have enough balance for this payment. Try another method.',
    source: 'issuer',
  },
  card_declined: {
    description: 'Your card was declined by the bank that issued it. Try another card or method.',
    source: 'issuer',
  },
  card_number_invalid: {
    description: 'This card number is not one of the test cards. Check the number and try again.',
    source: 'customer',
  },
  incorrect_otp: {
    description: 'The one-time password was not right. Try the payment again.',
    source: 'customer',
  },
  gateway_technical_error: {
    description:
      'The payment could not be completed because of a technical fault at the bank. Try again later.',
    source: 'gateway',
  },
} as const satisfies Record<string, Pick<PaymentFailure, 'description' | 'source'>>

function failure(reason: keyof typeof FAILURES): PaymentFailure {
  const { description, source } = FAILURES[reason]
  return {
    code: source === 'gateway' ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
    description,
    source,
    step: source === 'customer' ? 'payment_authentication' : 'payment_authorization',
    reason,
  }
}

type TestCard = { network: string; outcome: 'success' | keyof typeof FAILURES }

const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4100280000001007': { network: 'Visa', outcome: 'success' },
  '5500670000001002': { network: 'MasterCard', outcome: 'success' },
  '6527658900001005': { network: 'RuPay', outcome: 'success' },
  '340256000401007': { network: 'American Express', outcome: 'success' },
  '4100280000080001': { network: 'Visa', outcome: 'insufficient_fund' },
  '4100280000070002': { network: 'Visa', outcome: 'payment_cancelled' },
  '4100280000060003': { network: 'Visa', outcome: 'card_declined' },
  '4100280000090000': { network: 'Visa', outcome: 'payment_timed_out' },
  '4100280000020007': { network: 'Visa', outcome: 'gateway_technical_error' },
}

export const BANKS = {
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  SBIN: 'State Bank of India',
  UTIB: 'Axis Bank',
  KKBK: 'Kotak Mahindra Bank',
} as const

// Object.keys loses the key type; BANKS is a constant with exactly these keys.
const BANK_CODES = Object.keys(BANKS) as (keyof typeof BANKS)[]

export const Instrument = z.discriminatedUnion('method', [
  z.object({ method: z.literal('upi'), vpa: z.string().min(3).max(100) }),
  z.object({
    method: z.literal('card'),
    number: z.string().max(30),
    name: z.string().max(100),
    otp: z.string().max(20),
  }),
  z.object({
    method: z.literal('netbanking'),
    bank: z.enum(BANK_CODES),
    outcome: z.enum(['success', 'failure']),
  }),
])

export type Instrument = z.infer<typeof Instrument>

/** Null if the payment succeeds. */
export function failureOf(instrument: Instrument): PaymentFailure | null {
  switch (instrument.method) {
    case 'upi':
      // Every other address succeeds, as in Razorpay's test mode.
      return instrument.vpa.trim().toLowerCase() === 'failure@razorpay' ? failure('payment_failed') : null
    case 'card': {
      const card = TEST_CARDS[digitsOf(instrument.number)]
      if (!card) return failure('card_number_invalid')
      if (card.outcome !== 'success') return failure(card.outcome)
      return /^\d{4,10}$/.test(instrument.otp) ? null : failure('incorrect_otp')
    }
    case 'netbanking':
      return instrument.outcome === 'success' ? null : failure('payment_failed')
  }
}

type MethodFields = Pick<
  PaymentEntity,
  'method' | 'card_id' | 'card' | 'bank' | 'vpa' | 'upi' | 'acquirer_data' | 'international'
>

/** `reference` is the bank's transaction number. */
export function methodFields(instrument: Instrument, reference: string): MethodFields {
  const none = { card_id: null, bank: null, vpa: null, international: false }
  switch (instrument.method) {
    case 'upi': {
      const vpa = instrument.vpa.trim()
      return {
        ...none,
        method: 'upi',
        vpa,
        upi: { vpa, flow: 'collect', payer_account_type: 'bank_account' },
        acquirer_data: { rrn: reference },
      }
    }
    case 'card': {
      const card = cardOf(instrument)
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
        bank: instrument.bank,
        acquirer_data: { bank_transaction_id: reference },
      }
  }
}

function cardOf(instrument: Extract<Instrument, { method: 'card' }>): CardEntity {
  const digits = digitsOf(instrument.number)
  return {
    id: newId('card'),
    entity: 'card',
    name: instrument.name,
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
