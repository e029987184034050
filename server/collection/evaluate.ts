/** The effect of changes on the newest edition, before anything is published. */
import {
  applyCollectionChanges,
  restore,
  type CollectionError,
  type EditableCollection,
} from '#domain/edition.ts'
import { checkEdition, hasRateJump } from '#domain/edition-check.ts'
import { diff, type CollectionDiff } from '#domain/edition-diff.ts'
import { piecesBelowMetal, type PieceBelowMetal } from '#domain/price-effect.ts'
import type { PricingParameters } from '#domain/rates.ts'
import type { Db } from '#server/db/open.ts'
import { approvalCodeOf } from './approval-code.ts'
import { belowMetalAgreementCodeOf } from './below-metal.ts'
import { latestEdition, applyAndCheck, rebaseOnto, type PublishRequest } from './editions.ts'
import { loadEntries } from './entries.ts'
import { loadRecentRates } from './rate-history.ts'

export interface Evaluation {
  /** The newest edition. */
  readonly edition: number
  readonly errors: readonly CollectionError[]
  /** Approves all errors; null if there are none, or if one cannot be approved. */
  readonly approval: string | null
  /** Null if an error cannot be approved. */
  readonly diff: CollectionDiff | null
  readonly hasRateJump: boolean
  readonly belowMetal: readonly PieceBelowMetal[]
  /** Agrees to the pieces that the change brings below metal value; null if there are none. */
  readonly belowMetalApproval: string | null
}

export async function evaluateChanges(
  db: Db,
  request: Pick<PublishRequest, 'changes' | 'baseEdition' | 'madeAt' | 'now'>,
): Promise<Evaluation> {
  const { edition } = await latestEdition(db)
  const before = await loadEntries(db, edition)
  const rebased = await rebaseOnto(db, edition, request)
  const { after } = applyCollectionChanges(before, rebased.changes)
  const recentRates = await loadRecentRates(db, request.now)
  const checked = applyAndCheck(before, { ...rebased, recentRates })
  return evaluate(edition, { before, after, recentRates, errors: checked.ok ? [] : checked.error })
}

export async function evaluateRollback(db: Db, to: number, now: Date): Promise<Evaluation> {
  const { edition } = await latestEdition(db)
  const before = await loadEntries(db, edition)
  const after = restore(await loadEntries(db, to), before)
  const recentRates = await loadRecentRates(db, now)
  const errors = checkEdition(before, after, recentRates)
  return evaluate(edition, { before, after, recentRates, errors })
}

interface EvaluatedChange {
  readonly before: EditableCollection
  readonly after: EditableCollection
  readonly recentRates: readonly PricingParameters[]
  readonly errors: readonly CollectionError[]
}

function evaluate(edition: number, { before, after, recentRates, errors }: EvaluatedChange): Evaluation {
  const belowMetal = piecesBelowMetal(before, after)
  const canApprove = errors.every(({ needs }) => needs === 'approval')
  return {
    edition,
    errors,
    approval: canApprove ? approvalCodeOf(errors) : null,
    diff: canApprove ? diff(before, after) : null,
    hasRateJump: hasRateJump(before.rates, after.rates, recentRates),
    belowMetal: canApprove ? belowMetal : [],
    belowMetalApproval: canApprove ? belowMetalAgreementCodeOf(belowMetal) : null,
  }
}
