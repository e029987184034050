import { formatGrams } from './measures.ts'
import { inCarats } from './product.ts'

/** Formats `0.50 ct (0.1 g)`: the weight of stones in a piece. */
export function formatGemWeight(weightMg: number): string {
  return `${inCarats(weightMg).toFixed(2)} ct (${formatGrams(weightMg)})`
}
