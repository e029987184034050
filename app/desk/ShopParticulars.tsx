import { useState } from 'react'
import { changeParticulars, readParticulars, type Particulars } from '#contract/desk/shop.ts'
import { STREET_LENGTH_MAX } from '#domain/shop-particulars.ts'
import { PICKUP_PINCODE, SHOP } from '#domain/shop.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { CheckField } from './CheckField.tsx'
import { useDesk, useDeskData } from './desk-context.ts'
import { dateTime, NOT_LOADED } from './texts.ts'
import { useForm } from './use-form.ts'

/** Address and GSTIN, as invoices and e-mails about returns name them. */
export function ShopParticulars({ onChange }: { readonly onChange: () => void }) {
  const { session } = useDesk()
  const { state, setValue, retry } = useDeskData(readParticulars)
  const mayChange = session?.permissions.includes('change-shop') ?? false
  return (
    <section aria-labelledby="particulars" className="mt-12 max-w-xl">
      <h2 id="particulars" className="text-xl">
        The shop on its documents
      </h2>
      <p className="mt-2 text-ink-soft">
        Invoices and credit notes state it, and customers send returns to this address. What is issued already
        stays as it is.
      </p>
      {state.status === 'failed' && <LoadError text={NOT_LOADED} onRetry={retry} />}
      {state.status === 'loading' && <Skeleton className="mt-4 h-64" />}
      {state.status === 'ready' && (
        <ParticularsForm
          particulars={state.value}
          mayChange={mayChange}
          onDone={(changed) => {
            setValue(changed)
            onChange()
          }}
        />
      )}
    </section>
  )
}

interface ParticularsFormProps {
  readonly particulars: Particulars
  readonly mayChange: boolean
  readonly onDone: (particulars: Particulars) => void
}

function ParticularsForm({ particulars, mayChange, onDone }: ParticularsFormProps) {
  const { send } = useDesk()
  const [areTaxesConfirmed, setConfirmed] = useState(particulars.areTaxesConfirmed)
  const [isSaved, setSaved] = useState(false)
  const { changed } = particulars
  const form = useForm(
    ({ street = '', gstin = '' }) => {
      setSaved(false)
      const body = { street, gstin: gstin.trim() === '' ? null : gstin, areTaxesConfirmed }
      return send(changeParticulars, { body })
    },
    (value) => {
      setSaved(true)
      onDone(value)
    },
  )
  return (
    <form onSubmit={form.onSubmit} className="mt-4 grid gap-5">
      <Field
        label="Building, street and quarter"
        name="street"
        required
        maxLength={STREET_LENGTH_MAX}
        autoComplete="street-address"
        defaultValue={particulars.street}
        disabled={!mayChange}
        hint={`Followed by ${SHOP.city} ${PICKUP_PINCODE}.`}
        error={form.fieldErrors.street}
      />
      <Field
        label="GSTIN"
        name="gstin"
        maxLength={20}
        autoComplete="off"
        defaultValue={particulars.gstin ?? ''}
        disabled={!mayChange}
        hint="Of the registration. Empty until the shop has one."
        error={form.fieldErrors.gstin}
      />
      {mayChange ? (
        <CheckField
          label="My accountant has confirmed the HSN codes and GST rates that the invoices of test orders state."
          checked={areTaxesConfirmed}
          onChange={setConfirmed}
        />
      ) : (
        <p>
          {areTaxesConfirmed ? 'The accountant has confirmed the taxes.' : 'The taxes are not confirmed yet.'}{' '}
          The owner changes this.
        </p>
      )}
      {form.error && <Notice tone="error">{form.error}</Notice>}
      {isSaved && <Notice tone="success">It is saved.</Notice>}
      {changed && (
        <p className="text-sm break-words text-ink-soft">
          Entered by {changed.by}, {dateTime(changed.at)}
        </p>
      )}
      {mayChange && (
        <Button type="submit" busy={form.isBusy} className="justify-self-start">
          Save
        </Button>
      )}
    </form>
  )
}
