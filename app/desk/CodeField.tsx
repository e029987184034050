import { Field } from '#app/ui/Field.tsx'

/** For a code of the authenticator app. */
export function CodeField({ error, hint }: { readonly error?: string | undefined; readonly hint: string }) {
  return (
    <Field
      label="Code of the app"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*\d{3} ?\d{3}\s*"
      title="Six digits"
      required
      maxLength={10}
      hint={hint}
      error={error}
    />
  )
}
