import { calculateShipping, type ShippingRate } from '#contract/shipping.ts'
import type { BuyableLine } from '#domain/cart.ts'
import { inKilograms, shipmentWeightMg } from '#domain/shipping.ts'
import { PINCODE_LENGTH } from '#domain/limits.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import type { Result } from '#domain/result.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { useRequest } from '#app/state/use-request.ts'
import { NO_SHIPPING, shippingErrorText } from './texts.ts'

export type ShippingRates =
  | { readonly status: 'pincode incomplete' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | ({ readonly status: 'ready' } & RatesForPincode)

interface RatesForPincode {
  readonly rates: readonly ShippingRate[]
  /** The couriers' name for the city of the pincode. */
  readonly city: string | null
  /** Signed by the shop: these prices, for a quarter of an hour. */
  readonly quoteToken: string | undefined
}

interface Shipment {
  readonly pincode: string
  readonly lines: readonly BuyableLine[]
  /** The offer code of the lines' prices. */
  readonly offerCode: string | undefined
}

export function useShippingRates({ pincode, lines, offerCode }: Shipment): ShippingRates {
  const items = lines.map(({ key, quantity }) => ({ ...key, quantity }))
  const weightMg = shipmentWeightMg(lines)
  // Different prices need another quote.
  const prices = lines.map(({ unitPrice }) => unitPrice)
  const isComplete = pincode.length === PINCODE_LENGTH && lines.length > 0
  const { state, retry } = useRequest(
    isComplete ? JSON.stringify({ pincode, items, weightMg, prices, offerCode }) : null,
    async (signal): Promise<Result<RatesForPincode, string>> => {
      const result = await callAuthenticated(calculateShipping, {
        signal,
        body: {
          pickup_postcode: PICKUP_PINCODE,
          delivery_postcode: pincode,
          weight: inKilograms(weightMg),
          items,
          offer_code: offerCode,
        },
      })
      if (!result.ok) return { ok: false, error: shippingErrorText(result.error) }
      const { shippingRates: rates, city = null, quote: quoteToken } = result.value
      return rates.length > 0
        ? { ok: true, value: { rates, city, quoteToken } }
        : { ok: false, error: NO_SHIPPING }
    },
  )
  if (state.status === 'idle') return { status: 'pincode incomplete' }
  if (state.status === 'failed') return { status: 'failed', message: state.error, retry }
  return state.status === 'ready' ? { status: 'ready', ...state.value } : state
}
