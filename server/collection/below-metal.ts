/** The agreement of a person who sells pieces with a fixed price below the value of their metal. */
import type { PieceBelowMetal } from '#domain/price-effect.ts'
import { approvalCodeOf } from './approval-code.ts'

/** Names the pieces that a change brings below the value of their metal, with both amounts; null if there are none. */
export function belowMetalAgreementCodeOf(pieces: readonly PieceBelowMetal[]): string | null {
  return approvalCodeOf(
    pieces
      .filter(({ isNew }) => isNew)
      .map(({ sku, price, metalValue }) => ({
        key: sku,
        field: null,
        text: `${price} ${metalValue}`,
        needs: 'approval',
      })),
  )
}
