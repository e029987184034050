import { useEffect, useRef } from 'react'
import { formatWholeRupees } from '#domain/money.ts'
import { SHOP } from '#domain/shop.ts'
import { BUSINESS_NAME_LENGTH_MAX, PAN_NEEDED_FROM } from '#domain/tax-identity.ts'
import { Checkbox } from '#app/ui/Checkbox.tsx'
import { Field } from '#app/ui/Field.tsx'
import { focusFirstInvalid } from '#app/address/address.ts'
import type { TaxIdentityControls } from './use-tax-identity.ts'

interface TaxDetailsProps {
  readonly identity: TaxIdentityControls
  readonly isSubmitted: boolean
  readonly isDisabled: boolean
}

/** The PAN of a large order, or the GSTIN of a business. */
export function TaxDetails({ identity, isSubmitted, isDisabled }: TaxDetailsProps) {
  const { typed, isBusiness, isPanNeeded, errors, rejected, type } = identity
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (!isDisabled) focusFirstInvalid(fields.current, rejected)
  }, [isDisabled, rejected])
  const fieldOf = (name: keyof typeof errors) => ({
    name,
    value: typed[name] ?? '',
    onChange: (event: { readonly target: { readonly value: string } }) => type(name, event.target.value),
    error: rejected[name] ?? (isSubmitted ? errors[name] : undefined),
  })

  return (
    <fieldset ref={fields} disabled={isDisabled} className="grid min-w-0 gap-4">
      <legend className="mb-4 font-serif text-xl font-medium">Tax Details</legend>
      {isPanNeeded && (
        <Field
          {...fieldOf('pan')}
          {...TAX_NUMBER}
          label="PAN of the buyer"
          maxLength={20}
          className="sm:max-w-sm"
          hint={<PanHint />}
        />
      )}
      <Checkbox
        label="I buy for a business that has a GSTIN"
        checked={isBusiness}
        disabled={isDisabled}
        onChange={identity.setBusiness}
      />
      {isBusiness && (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field
            {...fieldOf('gstin')}
            {...TAX_NUMBER}
            label="GSTIN"
            maxLength={30}
            hint="Of the state of the delivery address."
          />
          <Field
            {...fieldOf('business_name')}
            label="Business name"
            maxLength={BUSINESS_NAME_LENGTH_MAX}
            autoComplete="organization"
            hint="As it is registered; the tax invoice names it."
          />
        </div>
      )}
    </fieldset>
  )
}

/** Never filled in or saved by the browser. */
const TAX_NUMBER = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

function PanHint() {
  return (
    <>
      Tax law asks for it from {formatWholeRupees(PAN_NEEDED_FROM)} on. We keep it encrypted, and this page
      forgets it. If you have no PAN, please write to{' '}
      <a href={`mailto:${SHOP.email}`} className="link">
        {SHOP.email}
      </a>{' '}
      or call <span className="figures">{SHOP.phone}</span> before you order: the law then asks for Form 60,
      which cannot be given here.
    </>
  )
}
