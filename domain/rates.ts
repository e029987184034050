/** What turns weights into prices. Part of an edition, so that a new gold rate is published, not deployed (D37, D38). */
import type { Paise } from './money.ts'

/** Metals that have a rate of their own (`9.rates`). */
export const RATED_METALS = ['gold', 'gold18k', 'silver', 'platinum', 'copper'] as const
export type RatedMetal = (typeof RATED_METALS)[number]

export interface Rates {
  readonly perGram: Readonly<Record<RatedMetal, Paise>>
  readonly diamondPerGram: Paise
  readonly makingChargePercent: number
  readonly gstPercent: number
  /** Off the price of products on offer (D10). */
  readonly offerPercent: number
}
