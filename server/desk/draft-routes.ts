import type * as z from 'zod/mini'
import * as contract from '#contract/desk/editions.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { formatRate } from '#domain/edition-diff.ts'
import { isPermitted, type Role } from '#domain/permissions.ts'
import { skuOf } from '#domain/product.ts'
import { changedValues, PRICING_PARAMETER_FIELDS } from '#domain/rates.ts'
import type { Result } from '#domain/result.ts'
import { parseIndiaTime } from '#domain/time.ts'
import {
  createRollbackDraft,
  discardDraft,
  findDraft,
  hasDraft,
  listDrafts,
  publishDraft,
  updateDraft,
  type Draft,
} from '#server/collection/drafts.ts'
import { loadHistory, rollback } from '#server/collection/editions.ts'
import { evaluateChanges, evaluateRollback, type Evaluation } from '#server/collection/evaluate.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App, type AppContext, type ErrorResponse } from '#server/http.ts'
import { withAuditLog, recordAct, type ActContext } from './audit-log.ts'
import {
  SECOND_PERSON_NEEDED,
  approvalIfNeeded,
  belowMetalAgreementError,
  editionError,
  hasOtherPublisher,
  NO_SUCH_DRAFT,
  toPreview,
  toPublishErrorResponse,
} from './change-preview.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { storedScheduleError } from './schedules.ts'
import type { SignedInStaff } from './sessions.ts'
import { loadStaffNames, type NameOfStaff } from './staff-names.ts'

export function mountDrafts(app: App, deps: DeskDeps): void {
  const { db, now } = deps
  const all = async ({ role }: { readonly role: Role }) => {
    const nameOf = await loadStaffNames(db, role)
    const drafts = await listDrafts(db)
    const editions = isPermitted(role, 'publish-collection')
      ? await loadHistory(db, contract.EDITIONS_SHOWN)
      : []
    return {
      drafts: drafts.map((draft) => toDraftEntry(draft, nameOf)),
      editions: editions.map(({ number, publishedAt, publishedBy, reason }) => ({
        edition: number,
        publishedAt: publishedAt.toISOString(),
        publishedBy: nameOf(publishedBy),
        reason,
      })),
    }
  }

  mountDesk(app, deps, contract.readDrafts, ({ staff }) => all(staff))

  mountDesk(app, deps, contract.readDeskDraft, async ({ staff, context }) => {
    const draft = await findDraft(db, idOf(context))
    if (!draft) return NO_SUCH_DRAFT
    const evaluation = await evaluateDraft(db, draft, now())
    return toPreview(evaluation, await needsSecondPerson(db, { draft, evaluation, staff }))
  })

  mountDesk(app, deps, contract.publishDeskDraft, async ({ request, staff, actor, context }) => {
    const { publishAt, approval, belowMetalApproval } = request
    const draft = await findDraft(db, idOf(context))
    if (!draft)
      return (publishAt === null ? await missingDraftError(db, idOf(context)) : NO_SUCH_DRAFT) ?? all(staff)
    const at = publishAt === null ? null : parseIndiaTime(publishAt)
    if (publishAt !== null && (!at || at <= now())) return NOT_IN_FUTURE
    if (at && draft.restores !== null) return NOT_SCHEDULED
    const by = { actor, now: now() }
    const evaluation = await evaluateDraft(db, draft, by.now)
    if (await needsSecondPerson(db, { draft, evaluation, staff })) return SECOND_PERSON_NEEDED
    const agreementError = belowMetalAgreementError(evaluation, belowMetalApproval)
    if (agreementError) return agreementError
    const publication = {
      approval: approvalIfNeeded(evaluation, approval ?? draft.approval),
      belowMetalApproval: evaluation.belowMetalApproval && belowMetalApproval,
      by,
    }
    const error = at
      ? await scheduleDraft(deps, draft, { ...publication, at })
      : await publishNow(deps, draft, publication)
    return error ?? all(staff)
  })

  mountDesk(app, deps, contract.discardDeskDraft, async ({ staff, actor, context }) => {
    const id = idOf(context)
    await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const draft = await findDraft(tx, id)
      if (draft && (await discardDraft(tx, id)))
        await record({ act: 'discarded draft', subject: `draft ${id}`, before: { reason: draft.reason } })
    })
    return all(staff)
  })

  mountRollback(app, deps)
}

function mountRollback(app: App, deps: DeskDeps): void {
  const { db, fromReplica, now } = deps

  mountDesk(app, deps, contract.readRollback, async ({ staff, context }) => {
    const to = editionOf(context)
    const result = await fromReplica(async (reads): Promise<Result<Evaluation, ErrorResponse>> => {
      const error = await editionError(reads, to)
      return error ? { ok: false, error } : { ok: true, value: await evaluateRollback(reads, to, now()) }
    })
    if (!result.ok) return result.error
    const { value: evaluation } = result
    return toPreview(evaluation, evaluation.hasRateJump && (await hasOtherPublisher(db, staff.id)))
  })

  mountDesk(app, deps, contract.rollBackCollection, async ({ request, staff, actor, context }) => {
    const to = editionOf(context)
    const error = await editionError(db, to)
    if (error) return error
    const by = { actor, now: now() }
    const evaluation = await evaluateRollback(db, to, by.now)
    const rollingBack = {
      ...request,
      to,
      by,
      approval: approvalIfNeeded(evaluation, request.approval),
      belowMetalApproval: evaluation.belowMetalApproval && request.belowMetalApproval,
    }
    if (!evaluation.hasRateJump || !(await hasOtherPublisher(db, staff.id)))
      return (
        belowMetalAgreementError(evaluation, request.belowMetalApproval) ?? rollBackNow(deps, rollingBack)
      )
    if (evaluation.edition !== request.baseEdition)
      return toPublishErrorResponse({ kind: 'conflict', latest: evaluation.edition })
    if (evaluation.approval !== rollingBack.approval)
      return toPublishErrorResponse({ kind: 'invalid', errors: evaluation.errors })
    return proposeRollback(deps, rollingBack)
  })
}

interface RollingBack extends z.output<NonNullable<(typeof contract.rollBackCollection)['request']>> {
  readonly to: number
  readonly by: ActContext
}

type RolledBack = z.input<(typeof contract.rollBackCollection)['response']>

async function rollBackNow(
  { db }: DeskDeps,
  { to, baseEdition, reason, approval, belowMetalApproval, by }: RollingBack,
): Promise<RolledBack | ErrorResponse> {
  const done = await rollback(db, {
    to,
    expectedLatest: baseEdition,
    reason,
    approval,
    belowMetalApproval,
    actor: by.actor.name,
    now: by.now,
    async beforeCommit(tx, number) {
      const after = { restores: to, reason }
      await recordAct(tx, by, { act: 'rolled back', subject: `edition ${number}`, after })
      return true
    },
  })
  return done.ok ? { outcome: 'published', edition: done.value.edition } : toPublishErrorResponse(done.error)
}

/** Creates a draft that another staff member publishes. */
function proposeRollback(
  { db }: DeskDeps,
  { id, to, baseEdition, reason, approval, by }: RollingBack,
): Promise<RolledBack> {
  const proposed = { outcome: 'proposed', edition: baseEdition } as const
  return withAuditLog(db, by, async (tx, record) => {
    // A retry.
    if (await hasDraft(tx, id)) return proposed
    const draft = { id, restores: to, baseEdition, approval, reason, actor: by.actor.name, now: by.now }
    await createRollbackDraft(tx, draft)
    const after = { restores: to, reason }
    await record({ act: 'proposed rollback', subject: `draft ${id}`, after })
    return proposed
  })
}

const NOT_SCHEDULED = errorResponse('invalid-request', 'A rollback is published at once.', {
  publishAt: 'A rollback is published at once.',
})
const NOT_IN_FUTURE = errorResponse('invalid-request', 'Enter a time in the future.', {
  publishAt: 'Enter a time in the future.',
})

/** No id is empty, and no edition has the number 0. */
const idOf = (context: AppContext) => context.req.param('id') ?? ''
function editionOf(context: AppContext): number {
  const number = context.req.param('number') ?? ''
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0
}

async function evaluateDraft(
  db: Db,
  { changes, baseEdition, restores, createdAt: madeAt }: Draft,
  now: Date,
): Promise<Evaluation> {
  if (restores === null) return evaluateChanges(db, { changes, baseEdition, madeAt, now })
  const evaluation = await evaluateRollback(db, restores, now)
  if (evaluation.edition === baseEdition) return evaluation
  const text = `was published since this rollback was proposed: discard it and roll back anew`
  const error = { key: `Edition ${evaluation.edition}`, field: null, text }
  return { ...evaluation, errors: [error], approval: null, diff: null }
}

interface Publishing {
  readonly draft: Draft
  readonly evaluation: Evaluation
  readonly staff: SignedInStaff
}

async function needsSecondPerson(db: Db, { draft, evaluation, staff }: Publishing): Promise<boolean> {
  const isOwn = draft.createdBy === staff.email
  return evaluation.hasRateJump && isOwn && (await hasOtherPublisher(db, staff.id))
}

interface Publication {
  /** The version that was shown. */
  readonly approval: string | null
  readonly belowMetalApproval: string | null
  readonly by: ActContext
}

async function publishNow(
  { db }: DeskDeps,
  draft: Draft,
  { approval, belowMetalApproval, by }: Publication,
): Promise<ErrorResponse | null> {
  const published = await publishDraft(db, draft, {
    now: by.now,
    actor: by.actor.name,
    approval,
    belowMetalApproval,
    async beforeCommit(tx, number) {
      const { reason, restores } = draft
      const after = { edition: number, reason, draftedBy: draft.createdBy, ...(restores && { restores }) }
      await recordAct(tx, by, { act: 'published draft', subject: `draft ${draft.id}`, after })
    },
  })
  if (published.ok) return null
  const isOpen = (await findDraft(db, draft.id)) !== undefined
  return isOpen ? toPublishErrorResponse(published.error) : missingDraftError(db, draft.id)
}

/** Null for a published draft, for example by a retry or another person; nothing is left to do. */
async function missingDraftError(db: Db, id: string): Promise<ErrorResponse | null> {
  return (await hasDraft(db, id)) ? null : NO_SUCH_DRAFT
}

async function scheduleDraft(
  { db }: DeskDeps,
  { id, changes, baseEdition, createdAt: madeAt, ...draft }: Draft,
  { at, approval, belowMetalApproval, by }: Publication & { readonly at: Date },
): Promise<ErrorResponse | null> {
  return withAuditLog(db, by, async (tx, record) => {
    const updated = await updateDraft(tx, id, {
      changes,
      baseEdition,
      madeAt,
      approval,
      belowMetalApproval,
      publishAt: at,
      scheduledBy: by.actor.name,
      now: by.now,
    })
    if (!updated.ok) return toPublishErrorResponse({ kind: 'invalid', errors: updated.error })
    if (!updated.value) return NO_SUCH_DRAFT
    const after = { publishAt: at.toISOString(), reason: draft.reason, draftedBy: draft.createdBy }
    await record({ act: 'scheduled draft', subject: `draft ${id}`, after })
    return null
  })
}

function toDraftEntry(
  draft: Draft,
  nameOf: NameOfStaff,
): z.input<(typeof contract.readDrafts)['response']>['drafts'][number] {
  const { id, createdBy, createdAt, reason, publishAt, scheduledBy, restores, error } = draft
  const lines = restores === null ? draft.changes.flatMap(changeLines) : [`Roll back to edition ${restores}`]
  return {
    id,
    createdBy: nameOf(createdBy),
    createdAt: createdAt.toISOString(),
    reason,
    publishAt: publishAt?.toISOString() ?? null,
    scheduledBy: scheduledBy && nameOf(scheduledBy),
    isRollback: restores !== null,
    error: storedScheduleError(error),
    changes: lines.slice(0, contract.CHANGES_SHOWN),
    changeCount: lines.length,
    isOfRatesOnly: draft.changes.every((change) => change.do === 'set rates'),
  }
}

function changeLines(change: CollectionChange): readonly string[] {
  switch (change.do) {
    case 'set rates':
      return changedValues(change.rates).map(
        ([name, value]) => `${PRICING_PARAMETER_FIELDS[name].label}: ${formatRate(name, value)}`,
      )
    case 'put product':
      return [`${skuOf(change.product)} ${change.product.name}`]
    case 'retire product':
      return [`${skuOf(change.product)}: retired`]
    case 'select':
      return [
        `${change.list === 'featured' ? 'Featured' : 'New arrivals'}: ${change.products.map(skuOf).join(', ')}`,
      ]
  }
}
