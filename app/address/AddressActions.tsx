import { useRef } from 'react'
import type { ShippingAddress } from '#domain/shipping.ts'
import { Button } from '#app/ui/Button.tsx'

interface AddressActionsProps {
  readonly address: ShippingAddress
  readonly onEdit: () => void
  readonly onRemove: () => Promise<void>
}

export function AddressActions({ address, onEdit, onRemove }: AddressActionsProps) {
  const isRemoving = useRef(false)
  // The second click of a double click would fail, because the address is gone.
  const remove = async () => {
    if (isRemoving.current) return
    isRemoving.current = true
    await onRemove()
    isRemoving.current = false
  }
  const suffix = <span className="sr-only"> the address {address.address}</span>
  return (
    <>
      <Button variant="quiet" size="sm" onClick={onEdit}>
        Edit{suffix}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => void remove()}>
        Remove{suffix}
      </Button>
    </>
  )
}
