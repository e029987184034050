import { useEffect, useState } from 'react'
import { calculateShipping, type ShippingRate } from '#contract/shipping.ts'
import type { BuyableLine, CartLine } from '#domain/cart.ts'
import { inKilograms, shipmentWeightMg } from '#domain/shipping.ts'
import { PICKUP_PINCODE, PINCODE_LENGTH } from '#domain/shop.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { NO_SHIPPING, shippingErrorText } from './texts.ts'

export type ShippingRates =
  /** The pincode is not complete yet. */
  | { readonly status: 'waiting' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | ({ readonly status: 'ready' } & Offered)

interface Offered {
  readonly rates: readonly ShippingRate[]
  /** What the couriers call the place of the pincode. */
  readonly city: string | null
}

type Found = Offered | { readonly message: string }

/** Asks as soon as the pincode has its length; an answer for what is no longer asked is given up. */
export function useShippingRates(pincode: string, lines: readonly BuyableLine[]): ShippingRates {
  const [tries, setTries] = useState(0)
  const [found, setFound] = useState<{ readonly question: string; readonly answer: Found } | null>(null)
  const items = lines.map(({ key, quantity }) => ({ ...key, quantity }))
  const weightMg = shipmentWeightMg(lines)
  const isComplete = pincode.length === PINCODE_LENGTH && lines.length > 0
  const question = isComplete ? JSON.stringify({ pincode, items, weightMg, tries }) : ''

  useEffect(() => {
    if (question === '') return
    const asking = new AbortController()
    // The question is its own description, so that the same cart in a new array does not ask again.
    const asked: Question = JSON.parse(question)
    const find = async () => {
      const answer = await ask(asked, asking.signal)
      if (!asking.signal.aborted) setFound({ question, answer })
    }
    void find()
    return () => asking.abort()
  }, [question])

  if (question === '') return { status: 'waiting' }
  if (found?.question !== question) return { status: 'loading' }
  return 'rates' in found.answer
    ? { status: 'ready', ...found.answer }
    : { status: 'failed', message: found.answer.message, retry: () => setTries(tries + 1) }
}

interface Question {
  readonly pincode: string
  readonly items: CartLine[]
  readonly weightMg: number
}

async function ask({ pincode, items, weightMg }: Question, signal: AbortSignal): Promise<Found> {
  const called = await callAuthenticated(calculateShipping, {
    signal,
    body: {
      pickup_postcode: PICKUP_PINCODE,
      delivery_postcode: pincode,
      weight: inKilograms(weightMg),
      items,
    },
  })
  if (!called.ok) return { message: shippingErrorText(called) }
  const { shippingRates: rates, city = null } = called.answer
  return rates.length > 0 ? { rates, city } : { message: NO_SHIPPING }
}
