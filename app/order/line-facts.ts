import type { OrderSummary } from '#contract/account.ts'
import { formatCarats, formatGrams } from '#domain/measures.ts'

type Line = Partial<Pick<OrderSummary['lines'][number], 'type' | 'facts'>>

/** "White Gold 18K750, 3.6 g"; null for an order from before this was recorded. */
export function lineFactsText({ type, facts }: Line): string | null {
  if (!facts) return null
  const weight = type === 'gems' ? formatCarats(facts.weightMg) : formatGrams(facts.weightMg)
  return [[facts.metal, facts.purity].filter(Boolean).join(' '), weight].filter(Boolean).join(', ')
}
