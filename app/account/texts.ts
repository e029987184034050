import type { MoneyStage } from '#domain/money-stage.ts'
import type { HistoryStep } from '#domain/order.ts'
import type { PickupState } from '#domain/pickup.ts'
import type { ReturnState, ReturnResolution, UnmadeRefundCause } from '#domain/return.ts'
import { MADE_TO_ORDER_DAYS } from '#domain/deadlines.ts'
import { UNKNOWN_VALUE_TEXT } from '#app/ui/label-of.ts'

export const LOAD_FAILED = 'Failed to load user data'
export const UPDATE_FAILED = 'Failed to update profile'
export const NOT_GIVEN = 'Not given yet'
export const LOGOUT_FAILED = 'Failed to logout'
export const NO_ORDERS = 'No purchase history available.'
export const ORDERS_TO_COME =
  'Your purchases will appear here, with their invoices and the tracking of their parcels.'

export const MONEY_STATUS_TEXT: Record<
  MoneyStage,
  { readonly bank: string; readonly shop: string; readonly end: string }
> = {
  'payment not observed': {
    bank: 'A debit, or nothing yet.',
    shop: 'No payment has reached us yet. We keep asking the payment service.',
    end: 'either it has reached us and your order is confirmed, or your bank has returned it.',
  },
  'payment authorized': {
    bank: 'The amount, blocked or debited.',
    shop: 'The payment service holds it for us. We are taking it for your order.',
    end: 'either your order is confirmed, or the amount is free again.',
  },
  'refund due': {
    bank: 'The debit.',
    shop: 'We have received it and are sending it back in full.',
    end: 'it is back in the account it came from.',
  },
  'refund sent': {
    bank: 'The debit, and soon a credit of the same amount.',
    shop: 'We have sent it back to the account it came from.',
    end: 'it has arrived there.',
  },
  'refund confirmed': {
    bank: 'The debit, and soon a credit of the same amount.',
    shop: 'The payment service has confirmed that we sent it back.',
    end: 'it has arrived in the account it came from.',
  },
  'refund paid directly': {
    bank: 'The debit. The refund does not come to this account.',
    shop: 'We have paid it to you another way.',
    end: 'it is paid to you.',
  },
  'returned by the bank': {
    bank: 'The debit, and a credit of the same amount.',
    shop: 'Your bank has decided your dispute for you, and taken the amount back from us.',
    end: 'your bank has returned it to you.',
  },
}

/** For a stage that the page does not know. */
export const MONEY_OF_UNKNOWN_STAGE = {
  bank: 'A debit, or a credit of the same amount.',
  shop: `${UNKNOWN_VALUE_TEXT}.`,
  end: 'it is with us or with you.',
}

/** Shown instead of the status. */
export const CONSENT_OPEN = 'Paid: please choose how to proceed'
export const BEING_CANCELLED = 'Being cancelled: we unpack your parcel first'
export const DECISION_FAILED = 'Your choice could not be sent. Please check your connection and try again.'
export const CANCEL_FAILED = 'Your order could not be cancelled. Please check your connection and try again.'
export const RETURN_FAILED = 'This could not be sent. Please check your connection and try again.'
export const ORDER_UNREACHABLE = 'Your order could not be loaded. Please check your connection and try again.'

export const HISTORY_TEXT: Record<HistoryStep, string> = {
  placed: 'Placed',
  'payment resumed': 'Payment tried again',
  'payment failed': 'Payment declined by the bank',
  dismissed: 'Payment window closed',
  completed: 'Confirmed',
  'consent requested': 'Paid after another customer had bought the last piece: please choose',
  'consent given': 'You asked us to make it for you',
  'consent declined': 'You asked for your payment back',
  'made to order': `Being made for you: leaves us within ${MADE_TO_ORDER_DAYS} days`,
  'offer code used up':
    'Paid when the offer code of its price had been used up; we will refund your payment in full',
  'sold out': 'Sold to another customer before your payment arrived; we will refund your payment in full',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  returning: 'Could not be delivered, and is on its way back to us',
  lost: 'Lost by the courier; we write to you about it',
  'cancellation begun': 'Being cancelled: we unpack the parcel first',
  'cancellation declined': 'Could not be cancelled, as the courier has the parcel already',
  'partially cancelled': 'Some pieces cancelled; we send the rest',
  'paid order cancelled': 'Cancelled',
  expired: 'Order closed, as no payment had come',
  'refund due': 'Refund begun',
  'refund sent': 'Money sent back to the account it came from',
  'refund failed': 'A refund could not be made',
  'partially refunded': 'Part of the money sent back',
  refunded: 'Money sent back to the account it came from',
  'refund confirmed': 'Refund confirmed by the payment service',
  'refund paid by bank transfer': 'Refund paid to you by bank transfer',
  'refund paid by UPI': 'Refund paid to you by UPI',
  'refund paid by cheque': 'Refund paid to you by cheque',
  'refund paid by cash': 'Refund paid to you by cash',
}

/** Unpaid orders expire after three days (docs/payments.md). */
export const WAITING_FOR_PAYMENT = {
  title: 'Waiting for the payment',
  text: 'Pay from your cart, or do nothing: without a payment the order closes by itself after three days.',
}

export const RETURN_STEP_TEXT: Record<ReturnState, string> = {
  requested: 'You asked for a return',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'You withdrew the return',
  received: 'Arrived with us: we inspect the pieces',
  accepted: 'Accepted: we refund the price',
  rejected: 'Not accepted: we send the pieces back to you',
}

export const EXCHANGE_STEP_TEXT: Record<ReturnState, string> = {
  ...RETURN_STEP_TEXT,
  requested: 'You asked for an exchange',
  withdrawn: 'You withdrew the exchange',
  accepted: 'Accepted: we refund the price, and you order another piece or size',
}

/** Replaces “we refund the price”. */
export const RETURN_REFUNDED_BEFORE = 'Accepted: the price was returned to you before'

const UNMADE_REFUND_NEXT =
  'You need do nothing: we refund you in the way that is possible, and write when the money is on its way.'

export const UNMADE_REFUND_TEXT: Record<UnmadeRefundCause, string> = {
  declined: `We have not approved this refund as it was entered. ${UNMADE_REFUND_NEXT}`,
  failed: `This refund could not be made. ${UNMADE_REFUND_NEXT}`,
}

/** Shown once the courier has the pieces. */
export const PICKUP_TEXT: Record<PickupState, string> = {
  requested: '',
  booked: '',
  collected: 'The courier has collected the pieces.',
  'in transit': 'The pieces are on their way to us.',
  arrived: 'The courier has brought us the pieces.',
  lost: 'The courier has lost the parcel. We write to you about it.',
  cancelled: '',
}

export const RETURN_RESOLUTION_TEXT: Record<ReturnResolution, string> = {
  refund: 'My money back',
  exchange: 'Another piece or size',
}
