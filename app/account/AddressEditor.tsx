import { useEffect, useRef, useState, type FormEvent } from 'react'
import { estimateDelivery } from '#contract/shipping.ts'
import { isPincode, type ShippingAddress } from '#domain/shipping.ts'
import { call } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import {
  addressErrors,
  changedAddress,
  normalizeAddress,
  focusFirstInvalid,
  withDerivedCity,
  type AddressDraft,
} from '#app/address/address.ts'
import { AddressFields } from '#app/address/AddressFields.tsx'

interface AddressEditorProps {
  readonly initial: ShippingAddress
  /** Resolves with the reason where it was not saved. */
  readonly onSave: (address: ShippingAddress) => Promise<string | null>
  readonly onCancel: () => void
}

export function AddressEditor({ initial, onSave, onCancel }: AddressEditorProps) {
  const [address, setAddress] = useState<AddressDraft>(initial)
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  const { pincode } = address
  useEffect(() => {
    if (!isPincode(pincode)) return
    const asking = new AbortController()
    const ask = async () => {
      const called = await call(estimateDelivery, { body: { pincode }, signal: asking.signal })
      const city = called.ok ? called.answer.city : null
      if (city !== null && !asking.signal.aborted) setAddress((before) => withDerivedCity(before, city))
    }
    void ask()
    return () => asking.abort()
  }, [pincode])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setTrouble(null)
    const whole = normalizeAddress(address)
    if (!whole) return focusFirstInvalid(form.current, addressErrors(address))
    setBusy(true)
    const reason = await onSave(whole)
    setBusy(false)
    setTrouble(reason)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid gap-5 border border-line bg-raised p-5 sm:p-6"
    >
      {trouble && <Notice tone="trouble">{trouble}</Notice>}
      <AddressFields
        address={address}
        onChange={(part) => setAddress((before) => changedAddress(before, part))}
        errors={wasTried ? addressErrors(address) : {}}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Save Address
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
