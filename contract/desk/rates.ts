/** The pricing parameters at the desk: metal rates and everything else that turns weights into prices. */
import * as z from 'zod/mini'
import { PRICING_PARAMETER_NAMES } from '#domain/rates.ts'
import { ChangePreview, Approvals, PublishAt } from './editions.ts'
import { Reason } from './reason.ts'
import { deskEndpoint } from './endpoint.ts'

const ParameterName = z.enum(PRICING_PARAMETER_NAMES)
/** Paise per gram, or percent. */
const Value = z.int().check(z.gte(0), z.lte(1_000_000_000))
/** Changed rates only. */
const NewRates = z.partialRecord(ParameterName, Value)

const Rates = z.object({
  /** The newest edition. */
  edition: z.int(),
  rates: z.array(
    z.object({
      name: ParameterName,
      value: z.int(),
      /** When it was published; null for a rate older than the history. */
      since: z.nullable(z.string()),
    }),
  ),
  /** Editions that changed a rate, newest first. */
  history: z.array(
    z.object({
      edition: z.int(),
      publishedAt: z.string(),
      publishedBy: z.string(),
      /** The author of its draft; null without one. */
      draftedBy: z.nullable(z.string()),
      reason: z.string(),
      values: z.record(ParameterName, z.int()),
    }),
  ),
})
export type Rates = z.infer<typeof Rates>

export const readRates = deskEndpoint({
  method: 'GET',
  path: '/api/desk/rates',
  permission: 'read-collection',
  response: Rates,
})

export const previewRates = deskEndpoint({
  method: 'POST',
  path: '/api/desk/rates/preview',
  permission: 'read-collection',
  request: z.strictObject({
    /** The edition on which the rates were entered. */
    baseEdition: z.int().check(z.gte(1)),
    rates: NewRates,
  }),
  response: ChangePreview,
})

export const publishRates = deskEndpoint({
  method: 'POST',
  path: '/api/desk/rates/publication',
  permission: 'publish-collection',
  request: z.strictObject({
    /** Idempotency key, the same for retries. */
    id: z.uuid(),
    baseEdition: z.int().check(z.gte(1)),
    rates: NewRates,
    reason: Reason,
    publishAt: PublishAt,
    ...Approvals.shape,
  }),
  response: z.object({
    outcome: z.enum(['published', 'scheduled', 'proposed']),
    rates: Rates,
  }),
})
