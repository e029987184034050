/**
 * What tax law wants to know of the buyer (D42). The PAN is in the memory of the page alone, so that it is gone when the page
 * is; GSTIN and name of a business are stored in the tab, like the address.
 */
import { useState } from 'react'
import type { Paise } from '#domain/money.ts'
import {
  needsPan,
  taxIdentityErrors,
  type TaxIdentityErrors,
  type TaxIdentityField,
  type TypedTaxIdentity,
} from '#domain/tax-identity.ts'
import { createStore, useStore } from '#app/state/store.ts'
import type { Delivery } from './use-delivery.ts'

export interface TaxIdentityControls {
  readonly typed: TypedTaxIdentity
  readonly isBusiness: boolean
  readonly isPanNeeded: boolean
  /** What is missing or wrong. */
  readonly errors: TaxIdentityErrors
  /** What the server found wrong, until it is changed. */
  readonly rejected: TaxIdentityErrors
  readonly type: (field: TaxIdentityField, text: string) => void
  readonly setBusiness: (isBusiness: boolean) => void
  readonly reject: (errors: TaxIdentityErrors) => void
  readonly clearPan: () => void
}

/** Outlives a payment that failed, and the way back to the checkout. */
const typedPan = createStore<{ readonly userId: string; readonly pan: string } | null>(null)

interface IdentifiedCheckout {
  readonly delivery: Pick<Delivery, 'address' | 'business' | 'setBusiness'>
  readonly total: Paise
}

const NOTHING_TYPED = { gstin: '', business_name: '' }

export function useTaxIdentity(userId: string, { delivery, total }: IdentifiedCheckout): TaxIdentityControls {
  const { address, business, setBusiness } = delivery
  const saved = useStore(typedPan, null)
  const pan = saved?.userId === userId ? saved.pan : ''
  const [rejected, setRejected] = useState<TaxIdentityErrors>({})
  /** By the server, though this page does not know why. */
  const [isPanAsked, setPanAsked] = useState(false)
  const isPanNeeded = !business && (isPanAsked || needsPan(total))
  const typed = business ?? (isPanNeeded ? { pan } : {})
  const errors = taxIdentityErrors(typed, { total, state: address.state })

  return {
    typed,
    isBusiness: business !== null,
    isPanNeeded,
    errors,
    rejected,
    type(field, text) {
      if (field in rejected) setRejected({})
      if (field === 'pan') typedPan.set({ userId, pan: text })
      else setBusiness({ ...(business ?? NOTHING_TYPED), [field]: text })
    },
    setBusiness(isBusiness) {
      setRejected({})
      setBusiness(isBusiness ? NOTHING_TYPED : null)
    },
    reject(found) {
      setRejected(found)
      if (found.pan) setPanAsked(true)
    },
    clearPan: () => typedPan.set(null),
  }
}
