import { useEffect, useState } from 'react'
import type { DeliveryEstimate } from '#domain/delivery.ts'
import type { ProductKey } from '#domain/product.ts'
import type { Result, EstimateError } from './estimate-call.ts'

export type Estimate =
  | { readonly status: 'not asked' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly trouble: EstimateError; readonly retry: () => void }
  | {
      readonly status: 'ready'
      readonly deliveries: readonly DeliveryEstimate[]
      /** What the couriers call the place of the pincode. */
      readonly city: string | null
    }

/** Asks when there is a whole pincode; an answer for what is no longer asked is given up. */
export function useEstimate({ type, id }: ProductKey, pincode: string | null): Estimate {
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ readonly question: string; readonly answer: Result } | null>(null)
  const question = `${type} ${id} ${pincode} ${tries}`

  useEffect(() => {
    if (pincode === null) return
    const asking = new AbortController()
    const find = async () => {
      const answer = await ask({ type, id }, pincode, asking.signal)
      if (!asking.signal.aborted) setFound({ question, answer })
    }
    void find()
    return () => asking.abort()
  }, [type, id, pincode, question])

  if (pincode === null) return { status: 'not asked' }
  if (found?.question !== question) return { status: 'loading' }
  const { answer } = found
  return 'deliveries' in answer
    ? { status: 'ready', deliveries: answer.deliveries, city: answer.city }
    : { status: 'failed', trouble: answer.trouble, retry: () => setTries(tries + 1) }
}

async function ask(product: ProductKey, pincode: string, signal: AbortSignal): Promise<Result> {
  try {
    const { fetchEstimate } = await import('./estimate-call.ts')
    return await fetchEstimate(product, pincode, signal)
  } catch {
    // The code itself could not be fetched.
    return { trouble: 'no connection' }
  }
}
