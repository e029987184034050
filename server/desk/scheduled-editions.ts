/** Publishes scheduled drafts of the collection. */
import type { EditionId } from '#domain/collection.ts'
import type { Result } from '#domain/result.ts'
import {
  claimDueDraft,
  describePublishError,
  publishDraft,
  stopDraft,
  type Draft,
} from '#server/collection/drafts.ts'
import type { PublishError } from '#server/collection/editions.ts'
import { isDatabaseUnavailable } from '#server/db/availability.ts'
import type { Database } from '#server/db/open.ts'
import { errorFields, type Log } from '#server/log.ts'
import { recordAct, withAuditLog, type Actor } from './audit-log.ts'
import { findSchedule } from './schedules.ts'

interface DraftDeps {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
}

/**
 * Publishes a scheduled draft that is due; returns how many. A rejected one waits for a person, because it would be
 * rejected again. After a crash or without a database it is retried when the lease ends. A draft that cannot even be
 * evaluated waits too, or it would block all later ones.
 */
export async function publishDueDrafts(deps: DraftDeps): Promise<number> {
  const { db, log, now } = deps
  const [draft] = await claimDueDraft(db, now())
  if (!draft) return 0
  const { id } = draft
  const by = draft.scheduledBy ?? draft.createdBy
  const schedule = await findSchedule(db, by, 'publish-collection')
  if (schedule.error !== null) {
    await leaveToPerson(deps, draft, schedule.actor, { kind: 'no access', text: schedule.error })
    return 1
  }
  const result = await publishOrStop(deps, draft, { actor: schedule.actor, by })
  if (result.ok)
    log.info('edition published', { event: 'edition.published', edition: result.value.edition, draft: id })
  else if (result.error.kind !== 'superseded')
    await leaveToPerson(deps, draft, schedule.actor, {
      kind: result.error.kind,
      text: describePublishError(result.error),
    })
  return 1
}

async function publishOrStop(
  { db, log, now }: DraftDeps,
  draft: Draft,
  { actor, by }: { readonly actor: Actor; readonly by: string },
): Promise<Result<EditionId, PublishError>> {
  const { id, reason, createdBy: draftedBy, belowMetalApproval } = draft
  const at = now()
  try {
    return await publishDraft(db, draft, {
      now: at,
      actor: by,
      belowMetalApproval,
      async beforeCommit(tx, edition) {
        const after = { edition, reason, draftedBy }
        await recordAct(tx, { actor, now: at }, { act: 'published draft', subject: `draft ${id}`, after })
      },
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error('scheduled edition failed', { draft: id, ...errorFields(error) })
    const text = error instanceof Error ? error.message : String(error)
    return { ok: false, error: { kind: 'invalid', errors: [{ key: 'draft', field: null, text }] } }
  }
}

async function leaveToPerson(
  { db, log, now }: DraftDeps,
  { id, reason, createdBy: draftedBy }: Draft,
  actor: Actor,
  { kind, text }: { readonly kind: string; readonly text: string },
): Promise<void> {
  log.error('scheduled edition rejected', { event: 'edition.rejected', draft: id, kind })
  await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
    if (!(await stopDraft(tx, id, text))) return
    const after = { reason, draftedBy, error: text }
    await record({ act: 'rejected scheduled draft', subject: `draft ${id}`, after })
  })
}
