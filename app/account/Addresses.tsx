import { useEffect, useRef, useState } from 'react'
import {
  changeAddress,
  readAddresses,
  removeAddress,
  saveAddress,
  type SavedAddress,
  type SavedAddresses,
} from '#contract/addresses.ts'
import type { AuthUser } from '#contract/auth.ts'
import { SAVED_ADDRESSES_MAX, type ShippingAddress } from '#domain/shipping.ts'
import type { CallResult } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Undo } from '#app/ui/Undo.tsx'
import { callAuthenticated } from '#app/state/session.ts'
import { useApi } from '#app/state/use-api.ts'
import { ADDRESS_NOT_CHANGED, emptyAddress } from '#app/address/address.ts'
import { AddressActions } from '#app/address/AddressActions.tsx'
import { AddressLines } from '#app/address/AddressLines.tsx'
import { useAddressRemoval } from '#app/address/use-address-removal.ts'
import { AddressEditor } from './AddressEditor.tsx'
import { LOAD_FAILED } from './texts.ts'

/** The address being edited; a new one has no id. */
type EditedAddress = { readonly id: string | null; readonly address: ShippingAddress }

export function Addresses({ user }: { readonly user: AuthUser }) {
  const { state, setValue, retry } = useApi(readAddresses)
  const [edited, setEdited] = useState<EditedAddress | null>(null)
  const section = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Removing the editor loses the focus.
    if (wasEditing.current && !edited) section.current?.focus()
    wasEditing.current = edited !== null
  }, [edited])

  const applyResult = (result: CallResult<SavedAddresses>): boolean => {
    if (result.ok) setValue(result.value)
    return result.ok
  }
  const { removed, hasFailed, remove, undo } = useAddressRemoval({
    remove: async (id) => applyResult(await callAuthenticated(removeAddress, { params: { id } })),
    undoRemove: async (address) => applyResult(await callAuthenticated(saveAddress, { body: address })),
  })
  const onSaved = (addresses: SavedAddresses) => {
    setValue(addresses)
    setEdited(null)
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="saved-addresses"
      className="max-w-4xl border-t border-line pt-8 outline-none lg:border-t-0 lg:pt-0"
    >
      <h2 id="saved-addresses" className="text-2xl">
        Saved Addresses
      </h2>
      {hasFailed && (
        <Notice tone="error" className="mt-4">
          {ADDRESS_NOT_CHANGED}
        </Notice>
      )}
      {removed && <Undo key={removed.id} text="The address was removed." onUndo={() => void undo(removed)} />}
      {state.status === 'loading' && <Skeleton className="mt-6 h-40" />}
      {state.status === 'failed' && (
        <div className="mt-6">
          <LoadError text={LOAD_FAILED} onRetry={retry} />
        </div>
      )}
      {state.status === 'ready' && (
        <AddressList
          user={user}
          addresses={state.value.addresses}
          edited={edited}
          onEdit={setEdited}
          onSaved={onSaved}
          onRemove={remove}
        />
      )}
    </section>
  )
}

interface AddressListProps {
  readonly user: AuthUser
  readonly addresses: readonly SavedAddress[]
  readonly edited: EditedAddress | null
  readonly onEdit: (edited: EditedAddress | null) => void
  readonly onSaved: (addresses: SavedAddresses) => void
  readonly onRemove: (saved: SavedAddress) => Promise<void>
}

function AddressList({ user, addresses, edited, onEdit, onSaved, onRemove }: AddressListProps) {
  const editor = edited && (
    <AddressEditor
      initial={edited.address}
      onSave={(address) =>
        edited.id === null
          ? callAuthenticated(saveAddress, { body: address })
          : callAuthenticated(changeAddress, { params: { id: edited.id }, body: address })
      }
      onSaved={onSaved}
      onCancel={() => onEdit(null)}
    />
  )
  return (
    <>
      {addresses.length === 0 && !edited && (
        <p className="mt-3 max-w-2xl text-ink-soft">
          None yet. An address that you save here, or at checkout, waits for you at the next order.
        </p>
      )}
      <ul className="mt-6 grid grid-cols-1 gap-4 empty:hidden sm:grid-cols-2">
        {addresses.map((saved) => (
          <li
            key={saved.id}
            className={
              edited?.id === saved.id
                ? 'sm:col-span-2'
                : 'flex flex-col border border-line bg-raised print:pb-4'
            }
          >
            {edited?.id === saved.id ? (
              editor
            ) : (
              <>
                <AddressLines address={saved.address} className="grow px-5 pt-4" />
                <div className="flex flex-wrap px-1 pb-1">
                  <AddressActions
                    address={saved.address}
                    onEdit={() => onEdit(saved)}
                    onRemove={() => onRemove(saved)}
                  />
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      {edited?.id === null && <div className="mt-6">{editor}</div>}
      {!edited && addresses.length < SAVED_ADDRESSES_MAX && (
        <Button
          variant="secondary"
          onClick={() => onEdit({ id: null, address: emptyAddress(user) })}
          className="mt-6"
        >
          Add an address
        </Button>
      )}
    </>
  )
}
