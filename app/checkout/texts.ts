/** The texts of the checkout (requirements, section 8). */
import type { OrderStatus } from '#domain/order.ts'
import type { CheckoutField } from '#domain/shipping.ts'
import type { CallError } from '#app/api.ts'
import { NO_TOKEN } from '#app/state/session.ts'

export type PaymentStageName = 'creating' | 'verifying' | 'success' | 'failed' | 'cancelled'

export const BANNERS: Record<PaymentStageName, string> = {
  creating: 'Initializing payment...',
  verifying: 'Verifying payment...',
  success: 'Payment successful!',
  failed: 'Payment failed. Please try again.',
  cancelled: 'Payment cancelled.',
}

export const OFFER_CODE_UNCHECKED = 'Your code could not be checked. Please apply it again.'
export const CHECKING_OFFER_CODE = 'Your offer code is being checked'
export const UNAPPLIED_OFFER_CODE = 'Apply your offer code, or clear it'

/** Next to “Proceed to Payment” before it is pressed; afterwards the required messages are shown. */
export const FIELD_NAMES: Record<CheckoutField, string> = {
  name: 'name',
  address: 'address',
  city: 'city',
  state: 'state',
  pincode: 'pincode',
  phone: 'phone number',
  courier: 'shipping method',
}

export function missingText(labels: readonly string[]): string {
  return `Before you can pay, please complete: ${labels.join(', ')}.`
}

export const LOADING_SHIPPING = 'Loading shipping options...'
export const NO_SHIPPING = 'No shipping options available'

/** Why a payment does not start; shown on the checkout page, because nothing was charged. */
export const START_ERROR_TEXT = {
  'no script': 'Payment system is not initialized. Please refresh the page.',
  'no total': 'Cart total must be greater than 0',
  'not signed in': 'User must be logged in',
  'no token': 'Authentication token not available',
  'no connection':
    'Failed to create order: the shop could not be reached. Nothing was charged; please try again.',
} as const
export type StartError = keyof typeof START_ERROR_TEXT

/** Shown by /order-failed. */
export const FAILURE_TEXT = {
  default: 'Payment was cancelled or failed',
  cancelled: 'Payment was cancelled',
  'not verified': 'Payment verification failed',
  'not completed': 'Failed to process payment completion',
  'cart changed': 'An order from your cart was completed meanwhile. Please review your cart.',
} as const

/** Shown with the banner. */
export const COMPLETION_ERROR_TEXT = {
  'invalid result': 'Invalid payment result received',
  'status not updated': 'Failed to update order status',
} as const

export function shippingErrorText({ status, code, message }: CallError): string {
  if (code === NO_TOKEN) return 'Authentication required'
  if (message) return message
  return status >= 400 ? serverError(status) : 'Failed to fetch shipping rates'
}

export function createOrderErrorText({ status, message }: CallError): string {
  const detail = message || (status >= 400 ? serverError(status) : 'Invalid order response from server')
  return `Failed to create order: ${detail}`
}

function serverError(status: number): string {
  return `Server error: ${status}`
}

/** The outcome is unknown; "failed" might make the shopper pay twice. */
export function unconfirmedText(orderNumber: string): string {
  return `We could not confirm your payment yet. If the money has left your account, order ${orderNumber} will be confirmed by e-mail and shown in your account. Please do not pay again before that.`
}

/** Shown instead of "Payment Successful!" if the server's order has another status. */
export const STATUS_TEXT: Record<OrderStatus, string> = {
  created: 'This order is awaiting its payment.',
  paid: 'Payment Successful!',
  completed: 'Payment Successful!',
  failed: 'The payment of this order failed.',
  cancelled: 'The payment of this order was cancelled.',
  refunded: 'This order was refunded.',
}

export const PAYING_NEEDS_CONNECTION =
  'You seem to be offline. Paying needs a connection; what you have typed stays here.'
