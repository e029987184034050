/** What an order line records when it is placed, so that papers and later questions read nothing else. */
import type { Paise } from './money.ts'
import type { RatedMetal } from './rates.ts'

export interface LineFacts {
  readonly edition: number
  /** Path of the first picture. */
  readonly picture: string
  readonly grossWeightMg: number
  /** Of the metal, without stones. */
  readonly netWeightMg: number
  readonly stoneWeightMg: number
  /** Null for a gem. */
  readonly metal: string | null
  /** As printed on papers: 22K916, 925. Null where there is none. */
  readonly purity: string | null
  /** Null for a fixed price. */
  readonly rate: { readonly metal: RatedMetal; readonly perGram: Paise } | null
  /** For one piece; null for a fixed price. */
  readonly metalValue: Paise | null
  readonly stoneValue: Paise | null
  readonly makingCharge: Paise | null
  readonly offerPercent: number
  readonly hsn: string
  readonly tax: LineTax
}

/** Over the whole line, backed out of its total (D38). Either CGST and SGST, or IGST. */
export interface LineTax {
  readonly ratePercent: number
  readonly taxableValue: Paise
  readonly cgst: Paise
  readonly sgst: Paise
  readonly igst: Paise
}
