import { useState } from 'react'
import type { SavedAddress } from '#contract/addresses.ts'
import type { ShippingAddress } from '#domain/shipping.ts'

interface AddressCalls {
  /** Resolves with false on failure. */
  readonly remove: (id: string) => Promise<boolean>
  readonly undoRemove: (address: ShippingAddress) => Promise<boolean>
}

/** Removes saved addresses, the last one with Undo. */
export function useAddressRemoval({ remove, undoRemove }: AddressCalls) {
  const [removed, setRemoved] = useState<SavedAddress | null>(null)
  const [hasFailed, setFailed] = useState(false)
  return {
    removed,
    hasFailed,
    remove: async (saved: SavedAddress) => {
      const isRemoved = await remove(saved.id)
      setFailed(!isRemoved)
      setRemoved(isRemoved ? saved : null)
    },
    undo: async ({ address }: SavedAddress) => {
      setRemoved(null)
      setFailed(!(await undoRemove(address)))
    },
  }
}
