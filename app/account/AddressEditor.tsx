import { useEffect, useRef, useState, type FormEvent } from 'react'
import { estimateDelivery } from '#contract/shipping.ts'
import { isPincode, type ShippingAddress } from '#domain/shipping.ts'
import { call } from '#app/api.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import {
  addressErrors,
  editAddress,
  normalizeAddress,
  focusFirstInvalid,
  fillCity,
  type AddressDraft,
} from '#app/address/address.ts'
import { AddressFields } from '#app/address/AddressFields.tsx'

interface AddressEditorProps {
  readonly initial: ShippingAddress
  /** Resolves with the error text if it was not saved. */
  readonly onSave: (address: ShippingAddress) => Promise<string | null>
  readonly onCancel: () => void
}

export function AddressEditor({ initial, onSave, onCancel }: AddressEditorProps) {
  const [address, setAddress] = useState<AddressDraft>(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  const { pincode } = address
  useRequest(isPincode(pincode) ? pincode : null, async (signal) => {
    const result = await call(estimateDelivery, { body: { pincode }, signal })
    const city = result.ok ? result.value.city : null
    if (city !== null && !signal.aborted) setAddress((before) => fillCity(before, city))
    return result
  })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    setError(null)
    const valid = normalizeAddress(address)
    if (!valid) return focusFirstInvalid(form.current, addressErrors(address))
    setBusy(true)
    setError(await onSave(valid))
    setBusy(false)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid gap-5 border border-line bg-raised p-5 sm:p-6"
    >
      {error && <Notice tone="error">{error}</Notice>}
      <AddressFields
        address={address}
        onChange={(change) => setAddress((before) => editAddress(before, change))}
        errors={isSubmitted ? addressErrors(address) : {}}
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
