/** What the payment gateway paid into the shop's bank account, and how it differs from the shop's books. */
import * as z from 'zod/mini'
import { SETTLEMENT_DIFFERENCE_KINDS } from '#domain/settlement.ts'
import { displayEnum } from '../display-enum.ts'
import { Paise, singleLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { REASON_LENGTH_MAX } from './reason.ts'
import { DownloadFile } from './stock.ts'

const SettlementMonth = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))

const Settlement = z.object({
  id: z.string(),
  settledAt: z.string(),
  /** The bank's reference of the transfer; empty if the gateway does not say. */
  utr: z.string(),
  payments: Paise,
  refunds: Paise,
  /** The gateway's fees, including the GST on them. */
  fees: Paise,
  /** The GST on the fees. */
  tax: Paise,
  /** Adjustments and other items; negative if the gateway kept something. */
  other: z.int(),
  /** The amount paid into the bank; negative if refunds exceeded payments. */
  net: z.int(),
  items: z.int(),
})
export type Settlement = z.infer<typeof Settlement>

const Difference = z.object({
  id: z.string(),
  kind: displayEnum(SETTLEMENT_DIFFERENCE_KINDS),
  text: z.string(),
  entityId: z.string(),
  amount: Paise,
  orderNumber: z.nullable(z.string()),
  since: z.string(),
  explanation: z.nullable(z.object({ reason: z.string(), by: z.string(), at: z.string() })),
})
export type MoneyDifference = z.infer<typeof Difference>

const Money = z.object({
  /** Newest first. */
  settlements: z.array(Settlement),
  /** Differences without an explanation first. */
  differences: z.array(Difference),
  /** Captured payments without a settlement so far. */
  readAt: z.nullable(z.string()),
  /** Captured payments that no settlement has yet. */
  notSettledYet: z.object({ payments: z.int(), amount: Paise }),
  refundsOnTheirWay: z.int(),
  disputesOpen: z.int(),
})
export type Money = z.infer<typeof Money>

export const readMoney = deskEndpoint({
  method: 'POST',
  path: '/api/desk/money/month',
  permission: 'read-money',
  request: z.strictObject({ month: SettlementMonth }),
  response: Money,
})

const SettlementId = z.string().check(z.regex(/^\w{1,40}$/))

export const readSettlement = deskEndpoint({
  method: 'POST',
  path: '/api/desk/money/settlement',
  permission: 'read-money',
  request: z.strictObject({ id: SettlementId }),
  response: z.object({
    settlement: Settlement,
    items: z.array(
      z.object({
        entityId: z.string(),
        type: z.string(),
        amount: Paise,
        fee: Paise,
        credit: Paise,
        debit: Paise,
        orderNumber: z.nullable(z.string()),
      }),
    ),
  }),
})
export type SettlementDetails = z.infer<(typeof readSettlement)['response']>

/** An empty reason withdraws the explanation. */
export const explainDifference = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/money/explanation',
  permission: 'explain-differences',
  request: z.strictObject({
    id: z.string().check(z.regex(/^[a-z ]+:\w{1,40}$/)),
    reason: singleLine(REASON_LENGTH_MAX),
  }),
  response: z.object({ differences: z.array(Difference) }),
})

/** The items of a month as a CSV file. */
export const exportSettlements = deskEndpoint({
  method: 'POST',
  path: '/api/desk/money/export',
  permission: 'export-money',
  request: z.strictObject({ month: SettlementMonth }),
  response: DownloadFile,
})
