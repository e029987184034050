import type { MoneyPlace } from '#domain/money-trail.ts'

export const LOAD_FAILED = 'Failed to load user data'
export const UPDATE_FAILED = 'Failed to update profile'
export const LOGOUT_FAILED = 'Failed to logout'
export const NO_ORDERS = 'No purchase history available.'

/** Per place of the money: what the bank shows, what the shop knows, how it ends. */
export const MONEY_WORDS: Record<
  MoneyPlace,
  { readonly bank: string; readonly shop: string; readonly end: string }
> = {
  'not received': {
    bank: 'Perhaps a debit, perhaps nothing.',
    shop: 'No payment has reached us yet. We ask the payment service again and again.',
    end: 'either it has reached us and your order is confirmed, or your bank has returned it.',
  },
  held: {
    bank: 'The amount as blocked or debited.',
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
