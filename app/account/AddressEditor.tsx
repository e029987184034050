import { useEffect, useRef, useState } from 'react'
import type { SavedAddresses } from '#contract/addresses.ts'
import { estimateDelivery } from '#contract/shipping.ts'
import { isPincode, type ShippingAddress } from '#domain/shipping.ts'
import { call, type CallResult } from '#app/api.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import {
  ADDRESS_NOT_CHANGED,
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
  readonly onSave: (address: ShippingAddress) => Promise<CallResult<SavedAddresses>>
  readonly onSaved: (saved: SavedAddresses) => void
  readonly onCancel: () => void
}

export function AddressEditor({ initial, onSave, onSaved, onCancel }: AddressEditorProps) {
  const [address, setAddress] = useState<AddressDraft>(initial)
  const [isSubmitted, setSubmitted] = useState(false)
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

  const { isBusy, error, run } = useCall(
    async () => {
      setSubmitted(true)
      const valid = normalizeAddress(address)
      if (valid) return onSave(valid)
      focusFirstInvalid(form.current, addressErrors(address))
      return null
    },
    onSaved,
    ({ message }) => message || ADDRESS_NOT_CHANGED,
  )

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
      className="grid gap-5 border border-line bg-raised p-5 sm:p-6"
    >
      <ErrorNotice>{error}</ErrorNotice>
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
