import { useLayoutEffect, useRef } from 'react'
import { INDIAN_STATES, likelyStateOf } from '#domain/pincode.ts'
import { ADDRESS_LENGTH_MAX, type ShippingAddress } from '#domain/shipping.ts'
import { PINCODE_LENGTH } from '#domain/limits.ts'
import { Field, SelectField, TextAreaField } from '#app/ui/Field.tsx'
import { isCityFilled, type AddressErrors, type AddressDraft } from './address.ts'

interface AddressFieldsProps {
  readonly address: AddressDraft
  readonly onChange: (change: Partial<ShippingAddress>) => void
  readonly errors: AddressErrors
  readonly emailHint?: string
}

const STATES = [
  { value: '', label: 'Choose' },
  ...INDIAN_STATES.map((state) => ({ value: state, label: state })),
]

/** The fields of `3.address`. */
export function AddressFields(props: AddressFieldsProps) {
  const { address, emailHint } = props
  const field = fieldsOf(props)
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-6">
      <Field
        label="Name"
        {...field('name')}
        autoComplete="shipping name"
        maxLength={ADDRESS_LENGTH_MAX.name}
        className="sm:col-span-6"
      />
      <TextAreaField
        label="Address"
        {...field('address')}
        autoComplete="shipping street-address"
        rows={2}
        maxLength={ADDRESS_LENGTH_MAX.address}
        className="sm:col-span-6"
      />
      <PlaceFields {...props} />
      <Field
        label="Phone"
        {...field('phone')}
        type="tel"
        autoComplete="shipping tel"
        maxLength={ADDRESS_LENGTH_MAX.phone}
        hint="For the courier, at least 10 digits."
        className="sm:col-span-3"
      />
      <Field
        label="Email"
        {...field('email')}
        type="email"
        autoComplete="shipping email"
        maxLength={ADDRESS_LENGTH_MAX.email}
        hint={emailHint}
        className="sm:col-span-3"
      />
      <output className="sr-only">
        {isCityFilled(address) && `${address.city} is filled in as the city of pincode ${address.pincode}.`}
      </output>
    </div>
  )
}

/** Pincode, city and state, which depend on one another. */
function PlaceFields(props: AddressFieldsProps) {
  const { address, onChange } = props
  const field = fieldsOf(props)
  const usualState = likelyStateOf(address.pincode)
  const isUnusual = usualState !== null && address.state !== '' && address.state !== usualState
  const filledCity = isCityFilled(address) ? address.city : null
  const city = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // Typing replaces a city that was just filled in.
    if (filledCity !== null && city.current === document.activeElement) city.current?.select()
  }, [filledCity])
  return (
    <>
      <Field
        label="Pincode"
        {...field('pincode')}
        autoComplete="shipping postal-code"
        inputMode="numeric"
        // Pasted pincodes may contain a space: 110 059.
        onChange={({ target }) =>
          onChange({ pincode: target.value.replaceAll(/\D/g, '').slice(0, PINCODE_LENGTH) })
        }
        className="sm:col-span-2"
      />
      <Field
        ref={city}
        label="City"
        {...field('city')}
        autoComplete="shipping address-level2"
        maxLength={ADDRESS_LENGTH_MAX.city}
        className="sm:col-span-2"
      />
      <SelectField
        label="State"
        {...field('state')}
        autoComplete="shipping address-level1"
        options={STATES}
        hint={isUnusual && `Pincode ${address.pincode} usually lies in ${usualState}.`}
        className="sm:col-span-2"
      />
    </>
  )
}

/** Returns a function for the props that all fields share. */
function fieldsOf({ address, errors, onChange }: AddressFieldsProps) {
  return (name: keyof ShippingAddress) => ({
    name,
    required: true,
    value: address[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ [name]: target.value }),
  })
}
