import { useState } from 'react'
import { checkOfferCode } from '#contract/offer-code.ts'
import { normalizeOfferCode, type OfferCodeTerms } from '#domain/offer-code.ts'
import { offerCodeStore } from '#app/state/checkout.ts'
import { useStore } from '#app/state/store.ts'
import { useApi } from '#app/state/use-api.ts'
import { CHECKING_OFFER_CODE, OFFER_CODE_UNCHECKED, UNAPPLIED_OFFER_CODE } from './texts.ts'

export interface OfferCodeControls {
  readonly typed: string
  readonly type: (text: string) => void
  /** The typed code is being checked. */
  readonly isChecking: boolean
  /** Why the payment cannot begin yet; null if nothing is pending. */
  readonly pending: string | null
  /** Null unless the typed code is applied and valid. */
  readonly terms: OfferCodeTerms | null
  readonly error: string | null
  readonly apply: () => void
  readonly remove: () => void
}

export function useOfferCode(): OfferCodeControls {
  /** The code applied in this tab; null without one. */
  const applied = useStore(offerCodeStore, null)
  const [typed, setTyped] = useState(applied ?? '')
  const code = normalizeOfferCode(typed)
  const { state, retry } = useApi(checkOfferCode, applied === null ? null : { body: { code: applied } })
  // What is typed while a code is being checked is newer.
  const isApplied = code === applied
  const isChecking = isApplied && state.status === 'loading'
  const isUnapplied = code !== '' && !isApplied
  return {
    typed,
    type: setTyped,
    isChecking,
    pending: isChecking ? CHECKING_OFFER_CODE : isUnapplied ? UNAPPLIED_OFFER_CODE : null,
    terms: isApplied && state.status === 'ready' ? state.value.terms : null,
    error: isApplied && state.status === 'failed' ? state.error.message || OFFER_CODE_UNCHECKED : null,
    apply() {
      if (code === '') offerCodeStore.set(null)
      else if (isApplied) retry()
      else offerCodeStore.set(code)
    },
    remove() {
      setTyped('')
      offerCodeStore.set(null)
    },
  }
}
