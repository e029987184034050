import { useEffect, useState } from 'react'
import type { ProductForm } from '#contract/desk/collection.ts'
import { pictureBase } from '#domain/product.ts'
import { TextAreaField } from '#app/ui/Field.tsx'
import { PhotographField } from './PhotographField.tsx'

/** The columns of each picture: the file and its alternative text. */
const PICTURES = [
  { label: 'First picture', photograph: 'First photograph', text: 'First picture', view: 1 },
  { label: 'Second picture', photograph: 'Second photograph', text: 'Second picture', view: 2 },
] as const
export const PICTURE_COLUMNS: ReadonlySet<string> = new Set(
  PICTURES.flatMap(({ photograph, text }) => [photograph, text]),
)

interface ProductPicturesProps {
  readonly form: ProductForm
  /** Another product has other pictures and alternative texts. */
  readonly isCopy: boolean
  readonly disabled: boolean
  readonly errors: Readonly<Record<string, string>>
  readonly onPending: (column: string, isPending: boolean) => void
}

export function ProductPictures({ form, isCopy, disabled, errors, onPending }: ProductPicturesProps) {
  const valueOf = (column: string) => form.fields.find((field) => field.column === column)?.value ?? ''
  const { type, id } = form
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-6 sm:grid-cols-2">
      {PICTURES.map(({ label, photograph, text, view }) => (
        <PhotographField
          key={photograph}
          label={label}
          name={photograph}
          value={isCopy ? '' : valueOf(photograph)}
          builtBase={
            isCopy || !form.hasBuiltPictures ? null : pictureBase({ type, id, firstPhotograph: null }, view)
          }
          disabled={disabled}
          error={errors[photograph]}
          onPending={(isPending) => onPending(photograph, isPending)}
        >
          <TextAreaField
            label="What it shows, for those who do not see it"
            name={text}
            defaultValue={isCopy ? '' : valueOf(text)}
            disabled={disabled}
            error={errors[text] && `It ${errors[text]}.`}
            rows={3}
            maxLength={200}
          />
        </PhotographField>
      ))}
    </div>
  )
}

/** Columns whose chosen picture is not uploaded yet. */
export function usePendingPictures() {
  const [columns, setColumns] = useState<ReadonlySet<string>>(new Set())
  const mark = (column: string, isPending: boolean) =>
    setColumns((before) => {
      const others = [...before].filter((each) => each !== column)
      return new Set(isPending ? [...others, column] : others)
    })
  useEffect(ignoreStrayFiles, [])
  return { columns, mark, reset: () => setColumns(new Set()) }
}

/** A file dropped beside its target would replace the page and discard the input. */
function ignoreStrayFiles(): () => void {
  const ignore = (event: DragEvent) => event.preventDefault()
  const events = ['dragover', 'drop'] as const
  for (const event of events) document.addEventListener(event, ignore)
  return () => {
    for (const event of events) document.removeEventListener(event, ignore)
  }
}
