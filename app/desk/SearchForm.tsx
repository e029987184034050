import type { ReactNode } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { Field, SelectField } from '#app/ui/Field.tsx'

interface SearchFormProps<View extends string> {
  readonly label: string
  /** The views of the list with their labels. */
  readonly views: Readonly<Record<View, string>>
  readonly view: View
  readonly onView: (view: View) => void
  /** Initial value. */
  readonly text?: string
  readonly onFind: (text: string, fields: FormData) => void
  /** Searches on every keystroke, without a button. */
  readonly isLive?: boolean
  readonly id?: string
  readonly maxLength?: number
  readonly className?: string
  /** Further fields. */
  readonly children?: ReactNode
}

/** Filters a list of the desk: by text, and by one of its views. */
export function SearchForm<View extends string>({
  label,
  views,
  view,
  onView,
  text,
  onFind,
  isLive = false,
  id = 'desk-search',
  maxLength = 120,
  className = 'sm:grid-cols-[1fr_14rem_auto]',
  children,
}: SearchFormProps<View>) {
  const find = (form: HTMLFormElement) => {
    const fields = new FormData(form)
    onFind(String(fields.get('text') ?? '').trim(), fields)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        find(event.currentTarget)
      }}
      onInput={isLive ? (event) => find(event.currentTarget) : undefined}
      className={`mt-6 grid gap-4 sm:items-end ${className}`}
    >
      <Field
        label={label}
        name="text"
        type="search"
        id={id}
        defaultValue={text}
        maxLength={maxLength}
        autoComplete="off"
        // Chromium draws the cross in blue.
        className="[&_::-webkit-search-cancel-button]:grayscale"
      />
      <SelectField
        label="Show"
        name="view"
        value={view}
        // The options are the keys of `views`, so the cast is safe.
        onChange={(event) => onView(event.currentTarget.value as View)}
        options={Object.entries<string>(views).map(([value, name]) => ({ value, label: name }))}
      />
      {children}
      {!isLive && (
        <Button type="submit" className="justify-self-start">
          Find
        </Button>
      )}
    </form>
  )
}
