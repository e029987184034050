import { Field } from '#app/ui/Field.tsx'

/** The weight of a parcel, in grams; the form field is `weight`. */
export function WeightField({ error }: { readonly error?: string | undefined }) {
  return (
    <Field
      label="Weight with box, in grams"
      name="weight"
      inputMode="decimal"
      required
      pattern="\d{1,5}(\.\d{1,3})?"
      title="Grams, for example 180.5"
      hint="For example 180.5."
      error={error}
    />
  )
}
