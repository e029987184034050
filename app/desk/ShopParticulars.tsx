import { useState } from 'react'
import { changeParticulars, readParticulars, type Particulars } from '#contract/desk/shop.ts'
import { CITY_LENGTH_MAX, LEGAL_NAME_LENGTH_MAX, STREET_LENGTH_MAX } from '#domain/shop-particulars.ts'
import { PINCODE_LENGTH } from '#domain/limits.ts'
import { PICKUP_PINCODE, SHOP } from '#domain/shop.ts'
import { Button } from '#app/ui/Button.tsx'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { CheckField } from './CheckField.tsx'
import { useDesk, useDeskData } from './desk-context.ts'
import { Loading, LoadingFields } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { dateTime } from './texts.ts'

/** Name, address, contact and GSTIN, as in documents and e-mails. */
export function ShopParticulars({ onChange }: { readonly onChange: () => void }) {
  const { state, setValue, retry } = useDeskData(readParticulars)
  return (
    <section aria-labelledby="particulars" className="mt-12 max-w-xl">
      <h2 id="particulars" className="text-xl">
        The shop on its documents
      </h2>
      <p className="mt-2 text-ink-soft">
        Invoices and credit notes state it, e-mails end with it, and customers send returns to this address.
        What is issued or sent already stays as it is. The pages of the shop do not change with it.
      </p>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && (
        <Loading className="mt-4">
          <LoadingFields count={7} />
        </Loading>
      )}
      {state.status === 'ready' && (
        <ParticularsForm
          particulars={state.value}
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
  readonly onDone: (particulars: Particulars) => void
}

function ParticularsForm({ particulars, onDone }: ParticularsFormProps) {
  const { send, may } = useDesk()
  const mayChange = may('change-shop')
  const [areTaxesConfirmed, setConfirmed] = useState(particulars.areTaxesConfirmed)
  const [isSaved, setSaved] = useState(false)
  const { changed } = particulars
  const form = useForm(
    ({ legalName = '', street = '', city = '', pincode = '', phone = '', email = '', gstin = '' }) => {
      setSaved(false)
      const place = { legalName, street, city, pincode, phone, email }
      const body = { ...place, gstin: gstin.trim() === '' ? null : gstin, areTaxesConfirmed }
      return send(changeParticulars, { body })
    },
    (value) => {
      setSaved(true)
      onDone(value)
    },
  )
  return (
    <form onSubmit={form.onSubmit} className="mt-4 grid grid-cols-1 gap-5">
      <ContactFields particulars={particulars} errors={form.fieldErrors} isDisabled={!mayChange} />
      <Field
        label="GSTIN"
        name="gstin"
        maxLength={20}
        autoComplete="off"
        defaultValue={particulars.gstin ?? ''}
        disabled={!mayChange}
        hint={`Of the registration in ${SHOP.state}. Empty until the shop has one.`}
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
      <ErrorNotice>{form.error}</ErrorNotice>
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

interface ContactFieldsProps {
  readonly particulars: Particulars
  readonly errors: Readonly<Record<string, string>>
  readonly isDisabled: boolean
}

function ContactFields({ particulars, errors, isDisabled }: ContactFieldsProps) {
  const control = (name: 'legalName' | 'street' | 'city' | 'pincode' | 'phone' | 'email') => ({
    name,
    required: true,
    defaultValue: particulars[name],
    error: errors[name],
    disabled: isDisabled,
  })
  return (
    <>
      <Field
        {...control('legalName')}
        label="Legal name"
        maxLength={LEGAL_NAME_LENGTH_MAX}
        autoComplete="organization"
        hint="Of the registration: invoices and credit notes state it."
      />
      <Field
        {...control('street')}
        label="Building, street and quarter"
        maxLength={STREET_LENGTH_MAX}
        autoComplete="street-address"
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_10rem]">
        <Field {...control('city')} label="City" maxLength={CITY_LENGTH_MAX} autoComplete="address-level2" />
        <Field
          {...control('pincode')}
          label="Pincode"
          maxLength={PINCODE_LENGTH}
          inputMode="numeric"
          autoComplete="postal-code"
        />
      </div>
      <p className="-mt-2 text-sm text-ink-soft">
        In {SHOP.state}, where the shop is registered. Couriers collect parcels at {PICKUP_PINCODE}, whatever
        stands here: that is agreed with them.
      </p>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field {...control('phone')} label="Phone" type="tel" maxLength={20} autoComplete="tel" />
        <Field {...control('email')} {...EMAIL_INPUT} label="E-mail" />
      </div>
    </>
  )
}
