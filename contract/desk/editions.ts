/** Drafts and editions of the collection at the desk: what they would change, publishing, scheduling, rollback. */
import * as z from 'zod/mini'
import { singleLine } from '../shared.ts'
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

/** What would change in the newest edition, and what keeps it from being published. */
export const ChangePreview = z.object({
  /** The newest edition. */
  edition: z.int(),
  rates: z.array(FieldDiff),
  selections: z.array(FieldDiff),
  /** At most PRODUCTS_SHOWN, those with changed fields first. */
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
      /** It was not before this change. */
      isNew: z.boolean(),
    }),
  ),
  /** For pages from before, which get all of them, too. */
  belowMetalCount: z.int(),
  /** Agrees to sell the new ones so; null without any. */
  belowMetalApproval: z.nullable(z.string()),
  /** Each text completes a sentence that begins with the subject. */
  problems: z.array(z.object({ subject: z.string(), text: z.string(), needsApproval: z.boolean() })),
  /** Accepts all problems; null where there are none, or where one keeps it from being published. */
  approval: z.nullable(z.string()),
  canPublish: z.boolean(),
  /** A rate jumps, so that another staff member publishes it. */
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
  /** To an earlier edition: it is published at once, or discarded. */
  isRollback: z.boolean(),
  /** Why it was rejected at its time. */
  error: z.nullable(z.string()),
  /** One line for each change, at most CHANGES_SHOWN. */
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
  /** The newest first, at most EDITIONS_SHOWN; none for roles that cannot publish, and a server from before omits them. */
  editions: z.prefault(z.array(PublishedEdition), []),
})

export const EDITIONS_SHOWN = 20

export const REASON_LENGTH_MAX = 200
export const Reason = singleLine(REASON_LENGTH_MAX).check(z.minLength(1))
export const Approval = z.nullable(z.string().check(z.maxLength(16)))
/** What a publication agrees to, as its preview has them. */
export const Approvals = z.object({
  approval: Approval,
  /** A page from before omits it. */
  belowMetalApproval: z.prefault(Approval, null),
})
/** As people enter it, without an offset. */
export const IndiaTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))
/** Null for now. */
export const PublishAt = z.nullable(IndiaTime)

export const readDrafts = deskEndpoint({
  method: 'GET',
  path: '/api/desk/drafts',
  permission: 'read-collection',
  request: null,
  response: Drafts,
})

export const readDeskDraft = deskEndpoint({
  method: 'GET',
  path: '/api/desk/drafts/:id',
  permission: 'read-collection',
  request: null,
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
  request: null,
  response: Drafts,
})

export const readRollback = deskEndpoint({
  method: 'GET',
  path: '/api/desk/editions/:number/rollback',
  permission: 'read-collection',
  request: null,
  response: ChangePreview,
})

export const rollBackCollection = deskEndpoint({
  method: 'POST',
  path: '/api/desk/editions/:number/rollback',
  permission: 'publish-collection',
  request: z.strictObject({
    /** A call that is sent again has the same one. */
    id: z.uuid(),
    /** The newest edition when its effect was shown. */
    baseEdition: z.int().check(z.gte(1)),
    reason: Reason,
    ...Approvals.shape,
  }),
  response: z.object({ outcome: z.enum(['published', 'proposed']), edition: z.int() }),
})
