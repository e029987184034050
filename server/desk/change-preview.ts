/** What the desk shows before a change is published, and the errors when it is rejected. */
import type * as z from 'zod/mini'
import { PRODUCTS_SHOWN, type ChangePreview } from '#contract/desk/editions.ts'
import type { CollectionError } from '#domain/edition.ts'
import { priceEffectOf, type PieceBelowMetal } from '#domain/price-effect.ts'
import { PRICING_PARAMETER_FIELDS, PRICING_PARAMETER_NAMES } from '#domain/rates.ts'
import { describeBelowMetal, describePublishError } from '#server/collection/drafts.ts'
import { hasEdition, type PublishError } from '#server/collection/editions.ts'
import type { Evaluation } from '#server/collection/evaluate.ts'
import type { Db } from '#server/db/open.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'
import { hasOtherStaffWith } from './staff-members.ts'

type Preview = z.input<typeof ChangePreview>

export function toPreview(evaluation: Evaluation, needsSecondPerson: boolean): Preview {
  const { edition, errors, approval, belowMetal, belowMetalApproval } = evaluation
  const { rates, selections, products } = evaluation.diff ?? { rates: [], selections: [], products: [] }
  const changed = products.filter(({ kind }) => kind !== 'repriced')
  const repriced = products.filter(({ kind }) => kind === 'repriced')
  const { byType, ...effect } = priceEffectOf({ rates, selections, products })
  return {
    edition,
    rates: [...rates],
    selections: [...selections],
    products: [...changed, ...repriced].slice(0, PRODUCTS_SHOWN).map(({ fields, price, ...product }) => ({
      ...product,
      fields: [...fields],
      priceBefore: price.before,
      priceAfter: price.after,
    })),
    productCount: products.length,
    effect: { ...effect, byType: [...byType] },
    belowMetal: [...belowMetal],
    belowMetalCount: belowMetal.length,
    belowMetalApproval,
    problems: errors.map(toProblem),
    approval,
    canPublish: evaluation.diff !== null && rates.length + selections.length + products.length > 0,
    needsSecondPerson,
  }
}

function toProblem({ key, field, text, needs }: CollectionError): Preview['problems'][number] {
  return { subject: subjectOf(key, field), text, needsApproval: needs === 'approval' }
}

function subjectOf(key: string, field: string | null): string {
  const rate = key === 'rates' && PRICING_PARAMETER_NAMES.find((name) => name === field)
  if (rate) return PRICING_PARAMETER_FIELDS[rate].label
  return field === null ? key : `${key}, ${field}`
}

/** Null if no agreement is needed, or a staff member has agreed to exactly these pieces. */
export function belowMetalAgreementError(
  { belowMetal, belowMetalApproval: needed }: Evaluation,
  approval: string | null,
): ErrorResponse | null {
  return needed === null || needed === approval
    ? null
    : belowMetalResponse(belowMetal.filter(({ isNew }) => isNew))
}

function belowMetalResponse(pieces: readonly PieceBelowMetal[]): ErrorResponse {
  return errorResponse(
    'below-metal',
    `${describeBelowMetal(pieces)} Look at the effect, and agree to that first.`,
  )
}

/** If another person may publish, nobody publishes a rate jump alone: it may be a typing error. */
export function hasOtherPublisher(db: Db, staffId: string): Promise<boolean> {
  return hasOtherStaffWith(db, staffId, 'publish-collection')
}

/** Ignores an approval that nothing needed yet: it could cover a jump that another publication is about to cause. */
export function approvalIfNeeded(
  { approval: needed }: Pick<Evaluation, 'approval'>,
  approval: string | null,
): string | null {
  return needed === null ? null : approval
}

export const SECOND_PERSON_NEEDED = errorResponse(
  'second-person-needed',
  'A rate jumps: another staff member must publish it.',
)
export const NO_SUCH_DRAFT = errorResponse(
  'not-found',
  'There is no such draft. It was published or discarded.',
)

export function toPublishErrorResponse(error: PublishError): ErrorResponse {
  if (error.kind === 'superseded') return NO_SUCH_DRAFT
  if (error.kind === 'below metal') return belowMetalResponse(error.pieces)
  if (error.kind !== 'invalid') return errorResponse('conflict', describePublishError(error))
  const problems = error.errors.map(toProblem)
  const message = problems.map(({ subject, text }) => `${subject} ${text}.`).join(' ')
  return errorResponse('conflict', message)
}

/** Null if the edition exists. */
export async function editionError(db: Db, number: number): Promise<ErrorResponse | null> {
  return (await hasEdition(db, number)) ? null : errorResponse('not-found', `There is no edition ${number}.`)
}
