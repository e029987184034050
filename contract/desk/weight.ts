/** Weights, which staff enter in grams. */
import * as z from 'zod/mini'
import { groupDigits } from '#domain/number-format.ts'
import { inGrams } from '#domain/product.ts'

export function enteredWeightMg(maxMg: number) {
  const text = `Enter a weight above 0 and up to ${groupDigits(inGrams(maxMg))} grams.`
  return z.int(text).check(z.gte(1, text), z.lte(maxMg, text))
}
