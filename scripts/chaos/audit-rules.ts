/** The rules that the audit of a chaos run checks. */
export interface Violation {
  readonly rule: Rule
  readonly what: string
  /** The order concerned, if any. */
  readonly orderNumber: string | null
}

const RULES = {
  money: 'every captured rupee belongs to exactly one completed order or one refund',
  unpaid: 'no order is completed without a captured payment of its exact amount',
  double: 'no order twice',
  repeat: 'a shopper who buys the same again has as many orders as purchases',
  promise: 'what a shopper was shown is true',
  mail: 'no email twice, and a confirmation for every completed order',
  cart: 'every cart of a completed order is emptied once',
  pending: 'nothing is left pending',
  events: 'the events tell each step once',
  stock: 'no piece is sold twice, and none is held for ever',
  offer: 'no offer code is used more often than it may be',
  bug: 'the shop meets no bug',
} as const
export type Rule = keyof typeof RULES
export const RULE_TEXT: Readonly<Record<Rule, string>> = RULES
