import { useEffect, useRef, type Ref } from 'react'
import type { SavedAddress } from '#contract/addresses.ts'
import { SAVED_ADDRESSES_MAX } from '#domain/shipping.ts'
import { Button } from '#app/ui/Button.tsx'
import { Checkbox } from '#app/ui/Checkbox.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Undo } from '#app/ui/Undo.tsx'
import { ADDRESS_NOT_CHANGED, type AddressErrors } from '#app/address/address.ts'
import { AddressActions } from '#app/address/AddressActions.tsx'
import { AddressFields } from '#app/address/AddressFields.tsx'
import { AddressLines } from '#app/address/AddressLines.tsx'
import { useAddressRemoval } from '#app/address/use-address-removal.ts'
import type { Delivery } from './use-delivery.ts'

interface DeliveryAddressProps {
  readonly delivery: Delivery
  readonly errors: AddressErrors
}

export function DeliveryAddress({ delivery, errors }: DeliveryAddressProps) {
  const { saved, chosenId, isEditing } = delivery
  const { removed, hasFailed, remove, undo } = useAddressRemoval(delivery)
  const fields = useRef<HTMLDivElement>(null)
  const isJustOpened = useRef(false)
  useEffect(() => {
    if (isJustOpened.current) fields.current?.querySelector('input')?.focus()
    isJustOpened.current = false
  })
  const edit = (edited: SavedAddress) => {
    isJustOpened.current = true
    delivery.edit(edited)
  }

  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-5 font-serif text-xl font-medium">Shipping Address</legend>
      {saved === null && <Skeleton className="h-[45rem] sm:h-[32rem]" />}
      {hasFailed && <Notice tone="error">{ADDRESS_NOT_CHANGED}</Notice>}
      {removed && (
        <Undo
          key={removed.id}
          text="The address was removed."
          onUndo={() => void undo(removed)}
          className="min-h-14 flex-wrap justify-between pl-4"
        />
      )}
      {saved && saved.length > 0 && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {saved.map((savedAddress) => (
            <SavedCard
              key={savedAddress.id}
              saved={savedAddress}
              isChosen={savedAddress.id === chosenId}
              onChoose={() => delivery.choose(savedAddress.id)}
              onEdit={() => edit(savedAddress)}
              onRemove={() => remove(savedAddress)}
            />
          ))}
          <label className={`${CARD} flex min-h-16 items-center gap-4 px-4 py-3`}>
            <input
              type="radio"
              name="delivery"
              value="new"
              checked={chosenId === null}
              onChange={() => delivery.choose(null)}
              className={DOT}
            />
            <span className="font-medium">A new address</span>
          </label>
        </div>
      )}
      {saved && isEditing && <EditForm ref={fields} delivery={delivery} errors={errors} />}
    </fieldset>
  )
}

function EditForm({ ref, delivery, errors }: DeliveryAddressProps & { readonly ref: Ref<HTMLDivElement> }) {
  const { address, chosenId, savesAddress: isSaving, isFull } = delivery
  return (
    <div ref={ref} className="grid gap-6">
      <AddressFields
        address={address}
        onChange={delivery.change}
        errors={errors}
        emailHint="The confirmation goes there."
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        {chosenId === null && isFull ? (
          <p className="text-sm text-ink-soft">
            You keep {SAVED_ADDRESSES_MAX} addresses already; this one is for this order only.
          </p>
        ) : (
          <Checkbox
            name="keep"
            label={chosenId === null ? 'Save this address' : 'Save the changes to this address'}
            checked={isSaving}
            onChange={delivery.setSavesAddress}
          />
        )}
        {chosenId !== null && (
          <Button variant="quiet" size="sm" onClick={delivery.cancelEdit}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

const CARD =
  'border border-line bg-raised transition-colors hover:border-line-strong has-checked:border-action has-checked:bg-ground'

const DOT = 'mt-0.5 radio'

interface SavedCardProps {
  readonly saved: SavedAddress
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onEdit: () => void
  readonly onRemove: () => Promise<void>
}

function SavedCard({ saved, isChosen, onChoose, onEdit, onRemove }: SavedCardProps) {
  return (
    <div className={`${CARD} flex flex-col print:pb-4`}>
      <label className="flex grow items-start gap-4 px-4 pt-4">
        <input
          type="radio"
          name="delivery"
          value={saved.id}
          checked={isChosen}
          onChange={onChoose}
          className={DOT}
        />
        <AddressLines address={saved.address} className="min-w-0 text-base" />
      </label>
      <div className="flex flex-wrap pl-[min(2.25rem,10vw)]">
        <AddressActions address={saved.address} onEdit={onEdit} onRemove={onRemove} />
      </div>
    </div>
  )
}
