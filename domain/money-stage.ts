/** Where a customer's money is while it is pending or being refunded. */
export const MONEY_STAGES = [
  'payment not observed',
  'payment authorized',
  'refund due',
  'refund sent',
  'refund confirmed',
  'refund paid directly',
  'returned by the bank',
] as const
export type MoneyStage = (typeof MONEY_STAGES)[number]
