import { useRef } from 'react'
import type { ShippingAddress } from '#domain/shipping.ts'
import { Button } from '#app/ui/Button.tsx'

interface AddressActionsProps {
  readonly address: ShippingAddress
  readonly onEdit: () => void
  readonly onRemove: () => Promise<void>
}

/** What can be done with a saved address; those who hear the page hear which. */
export function AddressActions({ address, onEdit, onRemove }: AddressActionsProps) {
  const isRemoving = useRef(false)
  // The second press of a double click would find the address gone, and call that a failure.
  const remove = async () => {
    if (isRemoving.current) return
    isRemoving.current = true
    await onRemove()
    isRemoving.current = false
  }
  const whose = <span className="sr-only"> the address {address.address}</span>
  return (
    <>
      <Button variant="quiet" size="sm" onClick={onEdit}>
        Edit{whose}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => void remove()}>
        Remove{whose}
      </Button>
    </>
  )
}
