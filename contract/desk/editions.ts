/** Drafts and editions of the collection at the desk: preview, publication, schedules and rollbacks. */
import * as z from 'zod/mini'
import { Reason } from './reason.ts'
import { deskEndpoint } from './endpoint.ts'

const FieldDiff = z.object({
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

const PriceMove = z.object({
  sku: z.string(),
  name: z.string(),
  before: z.int(),
  after: z.int(),
  percent: z.number(),
})

/** The effect on the newest edition, and what prevents publishing. */
export const ChangePreview = z.object({
  /** The newest edition. */
  edition: z.int(),
  rates: z.array(FieldDiff),
  selections: z.array(FieldDiff),
  /** At most PRODUCTS_SHOWN, products with changed fields first. */
  products: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      kind: z.enum(['added', 'changed', 'retired', 'repriced', 'removed']),
      fields: z.array(FieldDiff),
      priceBefore: z.nullable(z.int()),
      priceAfter: z.nullable(z.int()),
    }),
  ),
  productCount: z.int(),
  effect: z.object({
    count: z.int(),
    largestRise: z.nullable(PriceMove),
    largestFall: z.nullable(PriceMove),
    byType: z.array(
      z.object({
        type: z.string(),
        count: z.int(),
        lowestPercent: z.number(),
        highestPercent: z.number(),
      }),
    ),
  }),
  /** Pieces with a fixed price below the value of their metal, new ones first. */
  belowMetal: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      price: z.int(),
      metalValue: z.int(),
      /** False if it already was before this change. */
      isNew: z.boolean(),
    }),
  ),
  /** For older pages, which get all of them as well. */
  belowMetalCount: z.int(),
  /** Agrees to sell the new ones at that price; null if there are none. */
  belowMetalApproval: z.nullable(z.string()),
  /** Each text completes a sentence that begins with the subject. */
  problems: z.array(z.object({ subject: z.string(), text: z.string(), needsApproval: z.boolean() })),
  /** Approves all problems; null if there are none, or if one of them prevents publishing. */
  approval: z.nullable(z.string()),
  canPublish: z.boolean(),
  /** A rate jumps, so another staff member must publish it. */
  needsSecondPerson: z.boolean(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const PRODUCTS_SHOWN = 50

const Draft = z.object({
  id: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  reason: z.string(),
  publishAt: z.nullable(z.string()),
  scheduledBy: z.nullable(z.string()),
  /** A rollback to an earlier edition is published at once, or discarded. */
  isRollback: z.boolean(),
  /** Why it was rejected at its scheduled time. */
  error: z.nullable(z.string()),
  /** One line per change, at most CHANGES_SHOWN. */
  changes: z.array(z.string()),
  changeCount: z.int(),
  isOfRatesOnly: z.boolean(),
})
export type DraftEntry = z.infer<typeof Draft>

export const CHANGES_SHOWN = 12

const PublishedEdition = z.object({
  edition: z.int(),
  publishedAt: z.string(),
  publishedBy: z.string(),
  reason: z.string(),
})
export type PublishedEdition = z.infer<typeof PublishedEdition>

const Drafts = z.object({
  drafts: z.array(Draft),
  /**
   * Newest first, at most EDITIONS_SHOWN; none for roles that cannot publish. Absent from servers older than this
   * field.
   */
  editions: z.prefault(z.array(PublishedEdition), []),
})

export const EDITIONS_SHOWN = 20

export const Approval = z.nullable(z.string().check(z.maxLength(16)))
/** Approval and agreement of a publication, as given by its preview. */
export const Approvals = z.object({
  approval: Approval,
  /** Absent from older pages. */
  belowMetalApproval: z.prefault(Approval, null),
})
/** Local time as entered, without an offset. */
export const IndiaTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))
/** Null: now. */
export const PublishAt = z.nullable(IndiaTime)

export const readDrafts = deskEndpoint({
  method: 'GET',
  path: '/api/desk/drafts',
  permission: 'read-collection',
  response: Drafts,
})

export const readDeskDraft = deskEndpoint({
  method: 'GET',
  path: '/api/desk/drafts/:id',
  permission: 'read-collection',
  response: ChangePreview,
})

export const publishDeskDraft = deskEndpoint({
  method: 'POST',
  path: '/api/desk/drafts/:id/publication',
  permission: 'publish-collection',
  request: z.strictObject({ publishAt: PublishAt, ...Approvals.shape }),
  response: Drafts,
})

export const discardDeskDraft = deskEndpoint({
  method: 'DELETE',
  path: '/api/desk/drafts/:id',
  permission: 'publish-collection',
  response: Drafts,
})

export const readRollback = deskEndpoint({
  method: 'GET',
  path: '/api/desk/editions/:number/rollback',
  permission: 'read-collection',
  response: ChangePreview,
})

export const rollBackCollection = deskEndpoint({
  method: 'POST',
  path: '/api/desk/editions/:number/rollback',
  permission: 'publish-collection',
  request: z.strictObject({
    /** Idempotency key, the same for retries. */
    id: z.uuid(),
    /** The newest edition when its effect was shown. */
    baseEdition: z.int().check(z.gte(1)),
    reason: Reason,
    ...Approvals.shape,
  }),
  response: z.object({ outcome: z.enum(['published', 'proposed']), edition: z.int() }),
})
