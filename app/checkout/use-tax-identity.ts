/**
 * The buyer's tax details (D42). The PAN exists only in the page's memory; GSTIN and name of a business are stored in
 * the tab, like the address.
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
  /** Missing or invalid fields. */
  readonly errors: TaxIdentityErrors
  /** Errors from the server, until the field changes. */
  readonly rejected: TaxIdentityErrors
  readonly type: (field: TaxIdentityField, text: string) => void
  readonly setBusiness: (isBusiness: boolean) => void
  readonly reject: (errors: TaxIdentityErrors) => void
  readonly clearPan: () => void
}

/** Survives a failed payment and the return to the checkout. */
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
  /** Required by the server, although this page does not know why. */
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
