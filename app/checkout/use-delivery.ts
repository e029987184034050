/**
 * Where the order goes: one of the saved addresses, or what is typed, kept in this tab from the first letter on. Neither
 * choosing nor editing loses what was typed elsewhere.
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
import type { CallError } from '#app/api.ts'
import {
  changedAddress,
  normalizeAddress,
  formatAddress,
  withDerivedCity,
  type AddressDraft,
} from '#app/address/address.ts'
import { saveDeliveryDraft, readTypedDelivery, type DeliveryDraft } from '#app/state/checkout.ts'
import { logError } from '#app/state/log.ts'
import { callAuthenticated } from '#app/state/session.ts'

export interface Delivery {
  readonly address: AddressDraft
  readonly courierId: number | null
  /** Null until the account has answered. */
  readonly saved: readonly SavedAddress[] | null
  /** Null for a new one. */
  readonly chosenId: string | null
  /** The fields are open: for a new address, or to change the chosen one. */
  readonly isTyping: boolean
  readonly keeps: boolean
  /** As many are saved as may be kept. */
  readonly isFull: boolean
  readonly change: (part: Partial<ShippingAddress>) => void
  /** With what the couriers call the place of the pincode. */
  readonly fillCity: (city: string) => void
  readonly choose: (id: string | null) => void
  readonly edit: (saved: SavedAddress) => void
  readonly leaveAsItWas: () => void
  readonly setKeeps: (keeps: boolean) => void
  readonly chooseCourier: (courierId: number) => void
  /** Resolves with false where the account did not take it. */
  readonly remove: (id: string) => Promise<boolean>
  readonly putBack: (address: ShippingAddress) => Promise<boolean>
  /** An order to this address is paid: it is the last used, and saved if the person wants it. */
  readonly used: (address: ShippingAddress) => void
}

export function useDelivery(user: AuthUser): Delivery {
  const [isFirst] = useState(() => readTypedDelivery(user.id) === null)
  const [typed, setTyped] = useState<DeliveryDraft>(() => readTypedDelivery(user.id) ?? blankFor(user))
  const [saved, setSaved] = useState<readonly SavedAddress[] | null>(null)
  useEffect(() => saveDeliveryDraft(user.id, typed), [user.id, typed])

  useEffect(() => {
    let isWanted = true
    const fill = async () => {
      const called = await callAuthenticated(readProfile)
      if (!called.ok || !isWanted) return
      const { phoneNumber, address } = called.answer
      setTyped((before) => ({ ...before, fresh: filled(before.fresh, { phoneNumber, address }) }))
    }
    const find = async () => {
      const called = await callAuthenticated(readAddresses)
      if (!isWanted) return
      const found = called.ok ? called.answer.addresses : []
      setSaved(found)
      setTyped((before) => withChoice(before, found, { isFirst, user }))
    }
    void Promise.all([fill(), find()])
    return () => {
      isWanted = false
    }
  }, [user, isFirst])

  const { keeps, courierId } = typed
  const chosen = saved?.find(({ id }) => id === typed.chosenId)
  const edited = chosen && typed.edits[chosen.id]
  const address = edited ?? chosen?.address ?? typed.fresh
  const isFull = (saved?.length ?? 0) >= SAVED_ADDRESSES_MAX

  const chosenId = chosen?.id ?? null
  const fillCity = useCallback(
    (city: string) =>
      setTyped((before) => {
        if (chosenId === null) return { ...before, fresh: withDerivedCity(before.fresh, city) }
        const edit = before.edits[chosenId]
        return edit ? withEdit(before, chosenId, withDerivedCity(edit, city)) : before
      }),
    [chosenId],
  )
  const take = (called: LoadState): boolean => {
    if (!called.ok) {
      logError('Saved addresses could not be changed', called)
      return false
    }
    setSaved(called.answer.addresses)
    return true
  }

  return {
    address,
    courierId,
    saved,
    chosenId,
    isTyping: !chosen || edited !== undefined,
    keeps,
    isFull,
    change: (part) =>
      setTyped((before) =>
        chosen
          ? withEdit(before, chosen.id, changedAddress(before.edits[chosen.id] ?? chosen.address, part))
          : { ...before, fresh: changedAddress(before.fresh, part) },
      ),
    fillCity,
    choose: (id) => setTyped((before) => ({ ...before, chosenId: id })),
    edit: (one) =>
      setTyped((before) =>
        withEdit({ ...before, chosenId: one.id }, one.id, before.edits[one.id] ?? one.address),
      ),
    leaveAsItWas: () => setTyped((before) => (chosen ? withEdit(before, chosen.id, null) : before)),
    setKeeps: (wanted) => setTyped((before) => ({ ...before, keeps: wanted })),
    chooseCourier: (id) => setTyped((before) => ({ ...before, courierId: id })),
    remove: async (id) => {
      const isGone = take(await callAuthenticated(removeAddress, { params: { id } }))
      if (isGone) setTyped((before) => (before.chosenId === id ? { ...before, chosenId: null } : before))
      return isGone
    },
    putBack: async (gone) => take(await callAuthenticated(saveAddress, { body: gone })),
    used: (shipTo) => {
      const isAsSaved = chosen !== undefined && edited === undefined
      if (!isAsSaved && !(keeps && (edited || !isFull))) return
      // The next visit of the page shows it. A paid order does not wait for that, nor does it fail with it.
      void (
        chosen && edited
          ? callAuthenticated(changeAddress, { params: { id: chosen.id }, body: shipTo })
          : callAuthenticated(saveAddress, { body: shipTo })
      ).then((called) => !called.ok && logError('The address could not be saved', called))
    },
  }
}

function withEdit(before: DeliveryDraft, id: string, edit: AddressDraft | null): DeliveryDraft {
  const others = Object.entries(before.edits).filter(([other]) => other !== id)
  return { ...before, edits: Object.fromEntries(edit ? [...others, [id, edit]] : others) }
}

type LoadState = { readonly ok: true; readonly answer: { readonly addresses: SavedAddress[] } } | CallError

function blankFor(user: AuthUser): DeliveryDraft {
  return { chosenId: null, fresh: freshFor(user), edits: {}, keeps: true, courierId: null }
}

function freshFor({ name, email }: AuthUser): ShippingAddress {
  return { name, address: '', city: '', state: '', pincode: '', phone: '', email }
}

function filled(typed: AddressDraft, known: { phoneNumber: string; address: string }): AddressDraft {
  return {
    ...typed,
    phone: typed.phone || known.phoneNumber,
    address: typed.address || formatAddress(known.address),
  }
}

interface Finding {
  /** Nothing was typed in this tab before. */
  readonly isFirst: boolean
  readonly user: AuthUser
}

/** The last used address to begin with; and what was typed and saved with the last order is from now on the saved one. */
function withChoice(
  typed: DeliveryDraft,
  found: readonly SavedAddress[],
  { isFirst, user }: Finding,
): DeliveryDraft {
  const edits = Object.fromEntries(
    Object.entries(typed.edits).filter(([id, edit]) =>
      found.some((one) => one.id === id && !isSame(edit, one)),
    ),
  )
  const now = { ...typed, edits }
  if (isFirst) return { ...now, chosenId: found[0]?.id ?? null }
  if (typed.chosenId !== null) return now
  const same = found.find((one) => isSame(typed.fresh, one))
  return same ? { ...now, chosenId: same.id, fresh: freshFor(user) } : now
}

/** Both come out of the same schema, and so in the same order. */
function isSame(typed: AddressDraft, { address }: SavedAddress): boolean {
  const whole = normalizeAddress(typed)
  return whole !== null && Object.values(whole).join('\n') === Object.values(address).join('\n')
}
