/**
 * What a certificate states about a piece. Separate from the signed document, so that the page which shows it loads no
 * parser.
 */
import { formatDecimals } from './number-format.ts'
import type { SignedPiece } from './signed-document.ts'

/** Labels and values, on paper and at /verify. A gem has only its weight. */
export function factsOfPiece(piece: SignedPiece): readonly (readonly [label: string, value: string])[] {
  const { metal, purity, grossWeightMg, netWeightMg, stoneWeightMg } = piece
  if (metal === null) return [['Weight', formatGrams(grossWeightMg)]]
  return [
    ['Metal', [metal, purity].filter(Boolean).join(', ')],
    ['Gross weight', formatGrams(grossWeightMg)],
    ...(netWeightMg === null ? [] : [['Net weight', formatGrams(netWeightMg)] as const]),
    ...(stoneWeightMg === null ? [] : [['Stones', formatGrams(stoneWeightMg)] as const]),
  ]
}

function formatGrams(mg: number): string {
  return `${formatDecimals(mg / 1000)} g`
}
