import type { ShippingAddress } from '#domain/shipping.ts'
import { Button } from '#app/ui/Button.tsx'

interface AddressActionsProps {
  readonly address: ShippingAddress
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** What can be done with a saved address; those who hear the page hear which. */
export function AddressActions({ address, onEdit, onRemove }: AddressActionsProps) {
  const whose = <span className="sr-only"> the address {address.address}</span>
  return (
    <>
      <Button variant="quiet" size="sm" onClick={onEdit}>
        Edit{whose}
      </Button>
      <Button variant="quiet" size="sm" onClick={onRemove}>
        Remove{whose}
      </Button>
    </>
  )
}
