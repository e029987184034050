import { useEffect, useState } from 'react'
import type { AuthUser } from '#contract/auth.ts'
import { readProfile } from '#contract/account.ts'
import { likelyStateOf } from '#domain/pincode.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { keepTypedAddress, readTypedAddress, type TypedAddress } from '#app/state/checkout.ts'
import { callSignedIn } from '#app/state/session.ts'

interface UseAddress extends TypedAddress {
  readonly change: (part: Partial<ShippingAddress>) => void
  readonly choose: (courierId: number) => void
}

/** What is typed, kept in this tab from the first letter on; what the account knows fills the gaps. */
export function useAddress(user: AuthUser): UseAddress {
  const [typed, setTyped] = useState<TypedAddress>(() => readTypedAddress(user.id) ?? blankFor(user))
  useEffect(() => keepTypedAddress(user.id, typed), [user.id, typed])

  useEffect(() => {
    let isWanted = true
    const fill = async () => {
      const called = await callSignedIn(readProfile)
      if (!called.ok || !isWanted) return
      const { phoneNumber, address } = called.answer
      setTyped((before) => ({ ...before, address: filled(before.address, { phoneNumber, address }) }))
    }
    void fill()
    return () => {
      isWanted = false
    }
  }, [])

  return {
    ...typed,
    change: (part) => setTyped((before) => ({ ...before, address: changed(before.address, part) })),
    choose: (courierId) => setTyped((before) => ({ ...before, courierId })),
  }
}

function blankFor({ name, email }: AuthUser): TypedAddress {
  return {
    address: { name, address: '', city: '', state: '', pincode: '', phone: '', email },
    courierId: null,
  }
}

function filled(typed: ShippingAddress, known: { phoneNumber: string; address: string }): ShippingAddress {
  return {
    ...typed,
    phone: typed.phone || known.phoneNumber,
    address: typed.address || inOneLine(known.address),
  }
}

/** A pincode brings its state along, unless the person has chosen another. */
function changed(before: ShippingAddress, part: Partial<ShippingAddress>): ShippingAddress {
  const after = { ...before, ...part, ...(part.address && { address: inOneLine(part.address) }) }
  if (part.pincode === undefined) return after
  const suggested = likelyStateOf(part.pincode)
  const wasSuggested = before.state === '' || before.state === likelyStateOf(before.pincode)
  return suggested && wasSuggested ? { ...after, state: suggested } : after
}

/** As couriers print it. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ', ')
}
