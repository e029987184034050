import type { RefundStage } from '#domain/refund-status.ts'
import type { HistoryStep } from '#domain/order.ts'
import { MADE_TO_ORDER_DAYS } from '#domain/shop.ts'

export const LOAD_FAILED = 'Failed to load user data'
export const UPDATE_FAILED = 'Failed to update profile'
export const LOGOUT_FAILED = 'Failed to logout'
export const NO_ORDERS = 'No purchase history available.'

export const REFUND_STATUS_TEXT: Record<
  RefundStage,
  { readonly bank: string; readonly shop: string; readonly end: string }
> = {
  'not received': {
    bank: 'A debit, or nothing yet.',
    shop: 'No payment has reached us yet. We keep asking the payment service.',
    end: 'either it has reached us and your order is confirmed, or your bank has returned it.',
  },
  held: {
    bank: 'The amount, blocked or debited.',
    shop: 'The payment service holds it for us. We are taking it for your order.',
    end: 'either your order is confirmed, or the amount is free again.',
  },
  'going back': {
    bank: 'The debit.',
    shop: 'We have received it and are sending it back in full.',
    end: 'it is back in the account it came from.',
  },
  'sent back': {
    bank: 'The debit, and soon a credit of the same amount.',
    shop: 'We have sent it back to the account it came from.',
    end: 'it has arrived there.',
  },
}

export const ORDER_UNREACHABLE = 'Your order could not be loaded. Please check your connection and try again.'

export const HISTORY_TEXT: Record<HistoryStep, string> = {
  placed: 'Order placed',
  'tried again': 'Payment tried again',
  declined: 'Payment declined by the bank',
  closed: 'Payment window closed',
  confirmed: 'Payment received, order confirmed',
  'made to order': `Being made for you: leaves us within ${MADE_TO_ORDER_DAYS} days`,
  'sold out': 'Sold to another customer before your payment arrived; we return your payment in full',
  'given up': 'Order closed, as no payment had come',
  'going back': 'Refund begun',
  'sent back': 'Money sent back to the account it came from',
  'refused by the bank': 'The bank could not take the refund; we send it again',
  'part given back': 'Part of the money given back',
  'given back': 'Money given back',
}

/** Unpaid orders expire after three days (docs/payments.md). */
export const WAITING_FOR_PAYMENT = {
  title: 'Waiting for the payment',
  text: 'Pay from your cart, or do nothing: without a payment the order closes by itself after three days.',
}
