/**
 * The delivery address: a saved one or a new one. The draft is stored in this tab; choosing or editing one address
 * keeps what was typed for the others.
 */
import { useCallback, useEffect, useState } from 'react'
import { readProfile } from '#contract/account.ts'
import {
  changeAddress,
  readAddresses,
  removeAddress,
  saveAddress,
  type SavedAddress,
} from '#contract/addresses.ts'
import type { AuthUser } from '#contract/auth.ts'
import { SAVED_ADDRESSES_MAX, type ShippingAddress } from '#domain/shipping.ts'
import type { CallResult } from '#app/api.ts'
import {
  editAddress,
  emptyAddress,
  fillCity,
  formatAddress,
  normalizeAddress,
  type AddressDraft,
} from '#app/address/address.ts'
import { readDeliveryForm, saveDeliveryForm, type DeliveryForm } from '#app/state/checkout.ts'
import { logError } from '#app/state/log.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { useRequest } from '#app/state/use-request.ts'

export interface Delivery {
  readonly address: AddressDraft
  readonly courierId: number | null
  /** Null until loaded. */
  readonly saved: readonly SavedAddress[] | null
  /** Id of the chosen saved address; null for a new one. */
  readonly chosenId: string | null
  /** Whether the fields are open, for a new address or the chosen one. */
  readonly isEditing: boolean
  /** Whether to save the address with the order. */
  readonly savesAddress: boolean
  /** No further address can be saved. */
  readonly isFull: boolean
  readonly change: (change: Partial<ShippingAddress>) => void
  /** Includes the city that the couriers state for the pincode. */
  readonly fillCity: (city: string) => void
  readonly choose: (id: string | null) => void
  readonly edit: (saved: SavedAddress) => void
  readonly cancelEdit: () => void
  readonly setSavesAddress: (savesAddress: boolean) => void
  readonly chooseCourier: (courierId: number) => void
  /** As typed; null for a private person. */
  readonly business: DeliveryForm['business']
  readonly setBusiness: (business: DeliveryForm['business']) => void
  /** Resolves with false on failure. */
  readonly remove: (id: string) => Promise<boolean>
  readonly undoRemove: (address: ShippingAddress) => Promise<boolean>
  /** Called after an order to this address is paid: saves the address if the shopper wants that. */
  readonly onPaid: (address: ShippingAddress) => void
}

/** The draft of this tab, completed with the profile and the saved addresses. */
function useDraft(user: AuthUser) {
  const [isFirstVisit] = useState(() => readDeliveryForm(user.id) === null)
  const [draft, setDraft] = useState<DeliveryForm>(() => readDeliveryForm(user.id) ?? emptyDraft(user))
  useEffect(() => saveDeliveryForm(user.id, draft), [user.id, draft])

  useRequest(user.id, async (signal) => {
    const result = await callAuthenticated(readProfile, { signal })
    if (result.ok && !signal.aborted)
      setDraft((before) => ({ ...before, newAddress: withProfile(before.newAddress, result.value) }))
    return result
  })
  const { state, setValue: setSaved } = useRequest(user.id, async (signal) => {
    const result = await callAuthenticated(readAddresses, { signal })
    const found: readonly SavedAddress[] = result.ok ? result.value.addresses : []
    if (!signal.aborted) setDraft((before) => withSavedAddresses(before, found, { isFirstVisit, user }))
    return { ok: true as const, value: found }
  })
  return { draft, setDraft, saved: state.status === 'ready' ? state.value : null, setSaved }
}

export function useDelivery(user: AuthUser): Delivery {
  const { draft, setDraft, saved, setSaved } = useDraft(user)
  const { savesAddress, courierId } = draft
  const chosen = saved?.find(({ id }) => id === draft.chosenId)
  const edited = chosen && draft.edits[chosen.id]
  const address = edited ?? chosen?.address ?? draft.newAddress
  const isFull = (saved?.length ?? 0) >= SAVED_ADDRESSES_MAX

  const chosenId = chosen?.id ?? null
  const fillChosenCity = useCallback(
    (city: string) =>
      setDraft((before) => {
        if (chosenId === null) return { ...before, newAddress: fillCity(before.newAddress, city) }
        const edit = before.edits[chosenId]
        return edit ? withEdit(before, chosenId, fillCity(edit, city)) : before
      }),
    [chosenId, setDraft],
  )
  const applyResult = (result: CallResult<{ readonly addresses: SavedAddress[] }>): boolean => {
    if (result.ok) setSaved(result.value.addresses)
    else logError('Saved addresses could not be changed', result.error)
    return result.ok
  }

  return {
    address,
    courierId,
    saved,
    chosenId,
    isEditing: !chosen || edited !== undefined,
    savesAddress,
    isFull,
    change: (change) =>
      setDraft((before) =>
        chosen
          ? withEdit(before, chosen.id, editAddress(before.edits[chosen.id] ?? chosen.address, change))
          : { ...before, newAddress: editAddress(before.newAddress, change) },
      ),
    fillCity: fillChosenCity,
    choose: (id) => setDraft((before) => ({ ...before, chosenId: id })),
    edit: ({ id, address: initial }) =>
      setDraft((before) => withEdit({ ...before, chosenId: id }, id, before.edits[id] ?? initial)),
    cancelEdit: () => setDraft((before) => (chosen ? withEdit(before, chosen.id, null) : before)),
    setSavesAddress: (savesAddress) => setDraft((before) => ({ ...before, savesAddress })),
    chooseCourier: (id) => setDraft((before) => ({ ...before, courierId: id })),
    business: draft.business,
    setBusiness: (business) => setDraft((before) => ({ ...before, business })),
    remove: async (id) => {
      const isRemoved = applyResult(await callAuthenticated(removeAddress, { params: { id } }))
      if (isRemoved) setDraft((before) => (before.chosenId === id ? { ...before, chosenId: null } : before))
      return isRemoved
    },
    undoRemove: async (removed) => applyResult(await callAuthenticated(saveAddress, { body: removed })),
    onPaid: (shipTo) => {
      const isAsSaved = chosen !== undefined && edited === undefined
      if (!isAsSaved && !(savesAddress && (edited || !isFull))) return
      // Not awaited: the paid order does not depend on it.
      void (
        chosen && edited
          ? callAuthenticated(changeAddress, { params: { id: chosen.id }, body: shipTo })
          : callAuthenticated(saveAddress, { body: shipTo })
      ).then((result) => !result.ok && logError('The address could not be saved', result.error))
    },
  }
}

function withEdit(before: DeliveryForm, id: string, edit: AddressDraft | null): DeliveryForm {
  const others = Object.entries(before.edits).filter(([other]) => other !== id)
  return { ...before, edits: Object.fromEntries(edit ? [...others, [id, edit]] : others) }
}

function emptyDraft(user: AuthUser): DeliveryForm {
  return {
    chosenId: null,
    newAddress: emptyAddress(user),
    edits: {},
    savesAddress: true,
    courierId: null,
    business: null,
  }
}

function withProfile(draft: AddressDraft, profile: { phoneNumber: string; address: string }): AddressDraft {
  return {
    ...draft,
    phone: draft.phone || profile.phoneNumber,
    address: draft.address || formatAddress(profile.address),
  }
}

interface Visit {
  /** This tab had no draft. */
  readonly isFirstVisit: boolean
  readonly user: AuthUser
}

/** Chooses the last used address on the first visit; drops edits, and a new address, that now equal a saved one. */
function withSavedAddresses(
  draft: DeliveryForm,
  saved: readonly SavedAddress[],
  { isFirstVisit, user }: Visit,
): DeliveryForm {
  const edits = Object.fromEntries(
    Object.entries(draft.edits).filter(([id, edit]) =>
      saved.some((one) => one.id === id && !isSame(edit, one)),
    ),
  )
  const updated = { ...draft, edits }
  if (isFirstVisit) return { ...updated, chosenId: saved[0]?.id ?? null }
  if (draft.chosenId !== null) return updated
  const same = saved.find((one) => isSame(draft.newAddress, one))
  return same ? { ...updated, chosenId: same.id, newAddress: emptyAddress(user) } : updated
}

/** Both are outputs of the same schema, with their fields in the same order. */
function isSame(draft: AddressDraft, { address }: SavedAddress): boolean {
  const valid = normalizeAddress(draft)
  return valid !== null && Object.values(valid).join('\n') === Object.values(address).join('\n')
}
