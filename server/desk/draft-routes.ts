/** The calls of the desk about drafts and rollbacks (contract/desk/editions.ts). */
import type * as z from 'zod/mini'
import * as contract from '#contract/desk/editions.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { formatRate } from '#domain/edition-diff.ts'
import { skuOf } from '#domain/product.ts'
import { changedValues, PRICING_PARAMETER_FIELDS } from '#domain/rates.ts'
import { parseIndiaTime } from '#domain/time.ts'
import {
  discardDraft,
  findDraft,
  hasDraft,
  listDrafts,
  publishDraft,
  updateDraft,
  type Draft,
} from '#server/collection/drafts.ts'
import { rollback } from '#server/collection/editions.ts'
import { evaluateChanges, evaluateRollback, type Evaluation } from '#server/collection/evaluate.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App, type AppContext, type ErrorResponse } from '#server/http.ts'
import { withAuditLog, recordAct, type Actor } from './audit-log.ts'
import {
  SECOND_PERSON_NEEDED,
  hasOtherPublisher,
  catchUnknownEdition,
  NO_SUCH_DRAFT,
  toPreview,
  toPublishErrorResponse,
} from './change-preview.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import type { SignedInStaff } from './sessions.ts'

export function mountDrafts(app: App, deps: DeskDeps): void {
  const { db, now } = deps
  const all = async () => ({ drafts: (await listDrafts(db)).map(toDraftEntry) })

  mountDesk(app, deps, contract.readDrafts, all)

  mountDesk(app, deps, contract.readDeskDraft, async ({ staff, context }) => {
    const draft = await findDraft(db, idOf(context))
    if (!draft) return NO_SUCH_DRAFT
    const evaluation = await evaluateDraft(db, draft)
    return toPreview(evaluation, await needsSecondPerson(db, { draft, evaluation, staff }))
  })

  mountDesk(app, deps, contract.publishDeskDraft, async ({ request, staff, actor, context }) => {
    const { publishAt, approval } = request
    const draft = await findDraft(db, idOf(context))
    if (!draft)
      return (publishAt === null ? await missingDraftError(db, idOf(context)) : NO_SUCH_DRAFT) ?? all()
    const at = publishAt === null ? null : parseIndiaTime(publishAt)
    if (publishAt !== null && (!at || at <= now())) return NOT_IN_FUTURE
    const evaluation = await evaluateDraft(db, draft)
    if (await needsSecondPerson(db, { draft, evaluation, staff })) return SECOND_PERSON_NEEDED
    const by = { actor, now: now() }
    const error = at
      ? await scheduleDraft(deps, draft, { at, approval, by })
      : await publishNow(deps, draft, { approval, by })
    return error ?? all()
  })

  mountDesk(app, deps, contract.discardDeskDraft, async ({ actor, context }) => {
    const id = idOf(context)
    await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      const draft = await findDraft(tx, id)
      if (draft && (await discardDraft(tx, id)))
        await record({ act: 'discarded draft', subject: `draft ${id}`, before: { reason: draft.reason } })
    })
    return all()
  })

  mountRollback(app, deps)
}

function mountRollback(app: App, deps: DeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.readRollback, ({ context }) =>
    catchUnknownEdition(async () => toPreview(await evaluateRollback(db, editionOf(context)), false)),
  )

  mountDesk(app, deps, contract.rollBackCollection, ({ request, actor, context }) =>
    catchUnknownEdition(async () => {
      const { baseEdition, reason, approval } = request
      const to = editionOf(context)
      const by = { actor, now: now() }
      const done = await rollback(db, {
        to,
        expectedLatest: baseEdition,
        reason,
        approval,
        actor: actor.name,
        now: by.now,
        async beforeCommit(tx, number) {
          const after = { restores: to, reason }
          await recordAct(tx, by, { act: 'rolled back', subject: `edition ${number}`, after })
          return true
        },
      })
      return done.ok ? { edition: done.value.edition } : toPublishErrorResponse(done.error)
    }),
  )
}

const NOT_IN_FUTURE = errorResponse('invalid-request', 'Enter a time in the future.', {
  publishAt: 'Enter a time in the future.',
})

/** No id is empty, and no edition has the number 0. */
const idOf = (context: AppContext) => context.req.param('id') ?? ''
function editionOf(context: AppContext): number {
  const number = context.req.param('number') ?? ''
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0
}

function evaluateDraft(db: Db, { changes, baseEdition, createdAt: madeAt }: Draft): Promise<Evaluation> {
  return evaluateChanges(db, { changes, baseEdition, madeAt })
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
  readonly approval: string | null
  readonly by: { readonly actor: Actor; readonly now: Date }
}

async function publishNow(
  { db }: DeskDeps,
  draft: Draft,
  { approval, by }: Publication,
): Promise<ErrorResponse | null> {
  const published = await publishDraft(db, draft, {
    now: by.now,
    actor: by.actor.name,
    approval: approval ?? draft.approval,
    async beforeCommit(tx, number) {
      const after = { edition: number, reason: draft.reason, draftedBy: draft.createdBy }
      await recordAct(tx, by, { act: 'published draft', subject: `draft ${draft.id}`, after })
    },
  })
  if (published.ok) return null
  const isOpen = (await findDraft(db, draft.id)) !== undefined
  return isOpen ? toPublishErrorResponse(published.error) : missingDraftError(db, draft.id)
}

/** Null for a draft that is published, as by a call that was sent again or by another person: it is as wanted. */
async function missingDraftError(db: Db, id: string): Promise<ErrorResponse | null> {
  return (await hasDraft(db, id)) ? null : NO_SUCH_DRAFT
}

async function scheduleDraft(
  { db }: DeskDeps,
  { id, changes, baseEdition, createdAt: madeAt, ...draft }: Draft,
  { at, approval, by }: Publication & { readonly at: Date },
): Promise<ErrorResponse | null> {
  return withAuditLog(db, by, async (tx, record) => {
    const updated = await updateDraft(tx, id, {
      changes,
      baseEdition,
      madeAt,
      approval: approval ?? draft.approval,
      publishAt: at,
    })
    if (!updated.ok) return toPublishErrorResponse({ kind: 'invalid', errors: updated.error })
    if (!updated.value) return NO_SUCH_DRAFT
    const after = { publishAt: at.toISOString(), reason: draft.reason }
    await record({ act: 'scheduled draft', subject: `draft ${id}`, after })
    return null
  })
}

function toDraftEntry(draft: Draft): z.input<(typeof contract.readDrafts)['response']>['drafts'][number] {
  const { id, createdBy, createdAt, reason, publishAt, error } = draft
  const lines = draft.changes.flatMap(changeLines)
  return {
    id,
    createdBy,
    createdAt: createdAt.toISOString(),
    reason,
    publishAt: publishAt?.toISOString() ?? null,
    error,
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
