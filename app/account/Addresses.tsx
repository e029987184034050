import { useEffect, useRef, useState } from 'react'
import {
  changeAddress,
  readAddresses,
  removeAddress,
  saveAddress,
  type SavedAddress,
} from '#contract/addresses.ts'
import type { AuthUser } from '#contract/auth.ts'
import { SAVED_ADDRESSES_MAX, type ShippingAddress } from '#domain/shipping.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Undo } from '#app/ui/Undo.tsx'
import { callAuthenticated } from '#app/state/session.ts'
import { ADDRESS_NOT_CHANGED } from '#app/address/address.ts'
import { AddressActions } from '#app/address/AddressActions.tsx'
import { AddressLines } from '#app/address/AddressLines.tsx'
import { AddressEditor } from './AddressEditor.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { useRequest } from './use-request.ts'

const fetchAddresses = () => callAuthenticated(readAddresses)

/** What is being typed: a new address, or the changes of one by its id. */
type Open = { readonly id: string | null; readonly address: ShippingAddress }

export function Addresses({ user }: { readonly user: AuthUser }) {
  const { state, set, retry } = useRequest(fetchAddresses)
  const [open, setOpen] = useState<Open | null>(null)
  const [removed, setRemoved] = useState<SavedAddress | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const section = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The button that opened the fields is back: the focus goes on with the person.
    if (wasOpen.current && !open) section.current?.focus()
    wasOpen.current = open !== null
  }, [open])

  const save = async (address: ShippingAddress): Promise<string | null> => {
    const called = open?.id
      ? await callAuthenticated(changeAddress, { params: { id: open.id }, body: address })
      : await callAuthenticated(saveAddress, { body: address })
    if (!called.ok) return called.message || ADDRESS_NOT_CHANGED
    set(called.answer)
    setOpen(null)
    return null
  }
  const remove = async (one: SavedAddress) => {
    const called = await callAuthenticated(removeAddress, { params: { id: one.id } })
    setFailed(!called.ok)
    setRemoved(called.ok ? one : null)
    if (called.ok) set(called.answer)
  }
  const putBack = async ({ address }: SavedAddress) => {
    setRemoved(null)
    const called = await callAuthenticated(saveAddress, { body: address })
    setFailed(!called.ok)
    if (called.ok) set(called.answer)
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="saved-addresses"
      className="mt-12 max-w-4xl border-t border-line pt-8 outline-none"
    >
      <h2 id="saved-addresses" className="text-2xl">
        Saved Addresses
      </h2>
      {hasFailed && (
        <Notice tone="trouble" className="mt-4">
          {ADDRESS_NOT_CHANGED}
        </Notice>
      )}
      {removed && (
        <Undo key={removed.id} text="The address was removed." onUndo={() => void putBack(removed)} />
      )}
      {state.status === 'loading' && <Skeleton className="mt-6 h-40" />}
      {state.status === 'failed' && (
        <div className="mt-6">
          <LoadFailed onRetry={retry} />
        </div>
      )}
      {state.status === 'ready' && (
        <>
          {state.answer.addresses.length === 0 && !open && (
            <p className="mt-3 max-w-2xl text-ink-soft">
              None yet. An address that you save here, or at checkout, waits for you at the next order.
            </p>
          )}
          <ul className="mt-6 grid gap-4 empty:hidden sm:grid-cols-2">
            {state.answer.addresses.map((one) => (
              <li
                key={one.id}
                className={
                  open?.id === one.id ? 'sm:col-span-2' : 'flex flex-col border border-line bg-raised'
                }
              >
                {open?.id === one.id ? (
                  <AddressEditor initial={open.address} onSave={save} onCancel={() => setOpen(null)} />
                ) : (
                  <AddressCard saved={one} onEdit={() => setOpen(one)} onRemove={() => remove(one)} />
                )}
              </li>
            ))}
          </ul>
          {open?.id === null && (
            <div className="mt-6">
              <AddressEditor initial={open.address} onSave={save} onCancel={() => setOpen(null)} />
            </div>
          )}
          {!open && state.answer.addresses.length < SAVED_ADDRESSES_MAX && (
            <Button
              variant="secondary"
              onClick={() => setOpen({ id: null, address: blankFor(user) })}
              className="mt-6"
            >
              Add an address
            </Button>
          )}
        </>
      )}
    </section>
  )
}

interface AddressCardProps {
  readonly saved: SavedAddress
  readonly onEdit: () => void
  readonly onRemove: () => Promise<void>
}

function AddressCard({ saved, onEdit, onRemove }: AddressCardProps) {
  return (
    <>
      <AddressLines address={saved.address} className="grow px-5 pt-4" />
      <div className="flex px-1 pb-1">
        <AddressActions address={saved.address} onEdit={onEdit} onRemove={onRemove} />
      </div>
    </>
  )
}

function blankFor({ name, email }: AuthUser): ShippingAddress {
  return { name, address: '', city: '', state: '', pincode: '', phone: '', email }
}
