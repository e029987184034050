import type * as z from 'zod/mini'
import { explainPrice } from '#contract/collection.ts'
import type { ProductKey } from '#domain/product.ts'
import { callPath, type CallResult } from '#app/api.ts'
import { pageVersion } from '#app/state/page-version.ts'

type Explanation = z.output<(typeof explainPrice)['response']>

/** Fetches why the price on the page differs from that of the previous edition. */
export function fetchExplanation(
  { type, id }: ProductKey,
  signal: AbortSignal,
): Promise<CallResult<Explanation>> {
  const edition = Number.parseInt(pageVersion.get(), 10)
  const query = new URLSearchParams({ type, id: String(id), edition: String(edition) })
  if (edition > 1) query.set('since', String(edition - 1))
  return callPath('GET', `${explainPrice.path}?${query.toString()}`, explainPrice.response, { signal })
}
