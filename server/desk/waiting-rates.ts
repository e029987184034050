/** Drafts of rates, and rollbacks, that wait for a person or for their time, as Today lists them. */
import type { Today } from '#contract/desk/orders.ts'
import { listDrafts } from '#server/collection/drafts.ts'
import type { Db } from '#server/db/open.ts'

/** Oldest first. */
export async function loadWaitingRates(db: Db): Promise<Today['rates']> {
  const drafts = await listDrafts(db)
  return drafts
    .filter(({ changes }) => changes.every((change) => change.do === 'set rates'))
    .map(({ id, reason, createdBy, createdAt, publishAt, error }) => ({
      id,
      reason,
      createdBy,
      createdAt: createdAt.toISOString(),
      publishAt: publishAt?.toISOString() ?? null,
      isRejected: error !== null,
    }))
}
