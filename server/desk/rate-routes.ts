import type * as z from 'zod/mini'
import * as contract from '#contract/desk/rates.ts'
import type { CollectionChange } from '#domain/edition.ts'
import type { Role } from '#domain/permissions.ts'
import {
  PRICING_PARAMETER_NAMES,
  mergePricing,
  toPricingChange,
  toPricingValues,
  type PricingChanges,
  type PricingParameterName,
  type PricingParameters,
} from '#domain/rates.ts'
import type { Result } from '#domain/result.ts'
import { parseIndiaTime } from '#domain/time.ts'
import { createDraft, hasDraft } from '#server/collection/drafts.ts'
import { publish } from '#server/collection/editions.ts'
import { loadEntriesOf } from '#server/collection/entries.ts'
import { evaluateChanges } from '#server/collection/evaluate.ts'
import { loadRateHistory } from '#server/collection/rate-history.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type App, type ErrorResponse } from '#server/http.ts'
import { withAuditLog, recordAct, type ActContext } from './audit-log.ts'
import {
  SECOND_PERSON_NEEDED,
  approvalIfNeeded,
  belowMetalAgreementError,
  editionError,
  hasOtherPublisher,
  toPreview,
  toPublishErrorResponse,
} from './change-preview.ts'
import { mountDesk, type DeskDeps } from './mount.ts'
import { loadStaffNames } from './staff-names.ts'

type RatesResponse = z.input<(typeof contract.readRates)['response']>
type Publication = z.output<NonNullable<(typeof contract.publishRates)['request']>>
type PublishOutcome = z.input<(typeof contract.publishRates)['response']>['outcome']

export function mountRates(app: App, deps: DeskDeps): void {
  const { db, now } = deps

  mountDesk(app, deps, contract.readRates, ({ staff }) => loadRates(db, staff.role))

  mountDesk(app, deps, contract.previewRates, async ({ request: { baseEdition, rates }, staff }) => {
    const error = await editionError(db, baseEdition)
    if (error) return error
    const request = { changes: changesTo(rates), baseEdition, now: now() }
    const evaluation = await evaluateChanges(db, request)
    return toPreview(evaluation, evaluation.hasRateJump && (await hasOtherPublisher(db, staff.id)))
  })

  mountDesk(app, deps, contract.publishRates, async ({ request, staff, actor }) => {
    const { baseEdition, publishAt } = request
    const at = publishAt === null ? null : parseIndiaTime(publishAt)
    if (publishAt !== null && (!at || at <= now())) return NOT_IN_FUTURE
    const error = await editionError(db, baseEdition)
    if (error) return error
    const by = { actor, now: now() }
    const changes = changesTo(request.rates)
    const evaluation = await evaluateChanges(db, { changes, baseEdition, now: by.now })
    const mustPropose = evaluation.hasRateJump && (await hasOtherPublisher(db, staff.id))
    if (mustPropose && at) return SECOND_PERSON_NEEDED
    // A proposal leaves the agreement to the person who publishes it.
    const agreementError = mustPropose
      ? null
      : belowMetalAgreementError(evaluation, request.belowMetalApproval)
    if (agreementError) return agreementError
    const publication = {
      ...request,
      approval: approvalIfNeeded(evaluation, request.approval),
      belowMetalApproval: evaluation.belowMetalApproval && request.belowMetalApproval,
    }
    const outcome =
      mustPropose || at
        ? await createRateDraft(deps, publication, at, by)
        : await publishNow(deps, publication, by)
    return outcome.ok ? { outcome: outcome.value, rates: await loadRates(db, staff.role) } : outcome.error
  })
}

const NOT_IN_FUTURE = errorResponse('invalid-request', 'Enter a time in the future.', {
  publishAt: 'Enter a time in the future.',
})

/** Publishes the rates as a new edition. */
async function publishNow(
  { db }: DeskDeps,
  { rates, baseEdition, approval, belowMetalApproval, reason }: Publication,
  by: ActContext,
): Promise<Result<PublishOutcome, ErrorResponse>> {
  const published = await publish(db, {
    changes: changesTo(rates),
    baseEdition,
    approval,
    belowMetalApproval,
    reason,
    actor: by.actor.name,
    now: by.now,
    async beforeCommit(tx, number) {
      const subject = `edition ${number}`
      const before = valuesOf((await loadEntriesOf(tx, number - 1, [])).rates, rates)
      await recordAct(tx, by, { act: 'published rates', subject, before, after: { ...rates, reason } })
      return true
    },
  })
  // 'unchanged': a retry or another staff member has already published these rates.
  if (published.ok || published.error.kind === 'unchanged') return { ok: true, value: 'published' }
  return { ok: false, error: toPublishErrorResponse(published.error) }
}

/** Creates a draft that is published at its time, or by another staff member. */
async function createRateDraft(
  { db }: DeskDeps,
  { id, rates, baseEdition, approval, belowMetalApproval, reason }: Publication,
  publishAt: Date | null,
  by: ActContext,
): Promise<Result<PublishOutcome, ErrorResponse>> {
  const outcome = { ok: true, value: publishAt ? 'scheduled' : 'proposed' } as const
  const changes = changesTo(rates)
  const { now } = by
  const approvals = { approval, ...(publishAt && { belowMetalApproval }) }
  const draft = { id, changes, baseEdition, ...approvals, reason, actor: by.actor.name, publishAt, now }
  return withAuditLog(db, by, async (tx, record) => {
    // A retry.
    if (await hasDraft(tx, id)) return outcome
    const created = await createDraft(tx, draft)
    if (!created.ok)
      return { ok: false, error: toPublishErrorResponse({ kind: 'invalid', errors: created.error }) }
    await record({
      act: publishAt ? 'scheduled draft' : 'proposed rates',
      subject: `draft ${id}`,
      after: { ...rates, reason, ...(publishAt && { publishAt: publishAt.toISOString() }) },
    })
    return outcome
  })
}

type NewRates = Publication['rates']

function changesTo(rates: NewRates): readonly CollectionChange[] {
  const changes = PRICING_PARAMETER_NAMES.reduce<PricingChanges>((all, name) => {
    const value = rates[name]
    return value === undefined ? all : mergePricing(all, toPricingChange(name, value))
  }, {})
  return [{ do: 'set rates', rates: changes }]
}

function valuesOf(current: PricingParameters, rates: NewRates): Readonly<Record<string, number>> {
  const values = toPricingValues(current)
  const names = PRICING_PARAMETER_NAMES.filter((name) => rates[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

async function loadRates(db: Db, role: Role): Promise<RatesResponse> {
  const nameOf = await loadStaffNames(db, role)
  const { latest, editions } = await loadRateHistory(db)
  const history = editions.map(({ rates, publishedAt, publishedBy, draftedBy, ...rest }) => ({
    ...rest,
    publishedAt: publishedAt.toISOString(),
    publishedBy: nameOf(publishedBy),
    draftedBy: draftedBy && nameOf(draftedBy),
    values: toPricingValues(rates),
  }))
  const since = (name: PricingParameterName) => {
    const current = history[0]?.values[name]
    const other = history.findIndex(({ values }) => values[name] !== current)
    // The oldest row has the start only if it is edition 1.
    const first = other === -1 ? history.findLast((each) => each.edition === 1) : history[other - 1]
    return first?.publishedAt ?? null
  }
  return {
    edition: latest,
    rates: PRICING_PARAMETER_NAMES.map((name) => ({
      name,
      value: history[0]?.values[name] ?? 0,
      since: since(name),
    })),
    history,
  }
}
