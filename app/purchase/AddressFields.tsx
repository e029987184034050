import { INDIAN_STATES, likelyStateOf } from '#domain/pincode.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { PINCODE_LENGTH } from '#domain/shop.ts'
import { Field, SelectField, TextAreaField } from '#app/ui/Field.tsx'
import type { AddressErrors } from './address.ts'

interface AddressFieldsProps {
  readonly address: ShippingAddress
  readonly onChange: (part: Partial<ShippingAddress>) => void
  readonly errors: AddressErrors
}

const STATES = [
  { value: '', label: 'Choose a state' },
  ...INDIAN_STATES.map((state) => ({ value: state, label: state })),
]

/** The fields of section 5 of the specification, with the words phones and password managers know them by. */
export function AddressFields({ address, onChange, errors }: AddressFieldsProps) {
  const usualState = likelyStateOf(address.pincode)
  const isUnusual = usualState !== null && address.state !== '' && address.state !== usualState
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <Field
        label="Name"
        name="name"
        autoComplete="shipping name"
        maxLength={120}
        required
        value={address.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
        className="sm:col-span-6"
      />
      <TextAreaField
        label="Address"
        name="address"
        autoComplete="shipping street-address"
        rows={2}
        maxLength={300}
        required
        value={address.address}
        error={errors.address}
        onChange={(event) => onChange({ address: event.target.value })}
        className="sm:col-span-6"
      />
      <Field
        label="Pincode"
        name="pincode"
        autoComplete="shipping postal-code"
        inputMode="numeric"
        maxLength={PINCODE_LENGTH}
        required
        value={address.pincode}
        error={errors.pincode}
        onChange={(event) => onChange({ pincode: event.target.value.replaceAll(/\D/g, '') })}
        className="sm:col-span-2"
      />
      <Field
        label="City"
        name="city"
        autoComplete="shipping address-level2"
        maxLength={80}
        required
        value={address.city}
        error={errors.city}
        onChange={(event) => onChange({ city: event.target.value })}
        className="sm:col-span-2"
      />
      <SelectField
        label="State"
        name="state"
        autoComplete="shipping address-level1"
        required
        options={STATES}
        value={address.state}
        error={errors.state}
        hint={isUnusual && `Pincode ${address.pincode} usually lies in ${usualState}.`}
        onChange={(event) => onChange({ state: event.target.value })}
        className="sm:col-span-2"
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="shipping tel"
        maxLength={20}
        required
        value={address.phone}
        error={errors.phone}
        hint="For the courier, at least 10 digits."
        onChange={(event) => onChange({ phone: event.target.value })}
        className="sm:col-span-3"
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="shipping email"
        maxLength={254}
        required
        value={address.email}
        error={errors.email}
        hint="The confirmation goes there."
        onChange={(event) => onChange({ email: event.target.value })}
        className="sm:col-span-3"
      />
    </div>
  )
}
