import { useState } from 'react'
import { importCollection, previewImport, type ImportPreview } from '#contract/desk/collection.ts'
import { mapValue } from '#domain/result.ts'
import { fail } from '#app/api.ts'
import { newId } from '#app/state/new-id.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { useForm } from '#app/state/use-form.ts'
import { ChangeSummary, LoadingChanges, type ChangeDecision } from './ChangeSummary.tsx'
import { useDesk, useTitle } from './desk-context.ts'
import { ReasonField } from './ReasonField.tsx'
import { useNavigateFrom } from './use-navigate-from.ts'

interface TextOfFile {
  readonly name: string
  readonly text: string
}

/** The preview, and the files that it shows. */
interface ShownImport {
  readonly files: readonly TextOfFile[]
  readonly preview: ImportPreview
}

/** Null if it is not UTF-8. Blob.text would silently replace invalid bytes. */
async function decode(file: File): Promise<TextOfFile | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return { name: file.name, text }
  } catch {
    return null
  }
}

/** Imports CSV files: shows their differences before they become a draft. */
export function ImportScreen() {
  useTitle('Import')
  const { send } = useDesk()
  const [shown, setShown] = useState<ShownImport | null>(null)
  const {
    isBusy,
    error,
    run: show,
  } = useCall(async (chosen: readonly File[]) => {
    setShown(null)
    if (chosen.length === 0) return null
    const decoded = await Promise.all(chosen.map(decode))
    const texts = decoded.filter((each) => each !== null)
    if (texts.length < chosen.length) {
      const names = chosen.filter((_, index) => decoded[index] === null).map(({ name }) => name)
      return fail({ message: `Not UTF-8: ${names.join(', ')}. Save it as “CSV UTF-8”.` })
    }
    const result = await send(previewImport, { body: { files: texts } })
    return mapValue(result, (preview) => ({ files: texts, preview }))
  }, setShown)
  return (
    <>
      <h1 className="text-3xl">Import</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        CSV files as the collection is exported: products.csv, rates.csv, selections.csv. Columns and products
        that they leave out stay as they are.
      </p>
      <label className="mt-6 grid grid-cols-1 max-w-xl gap-2">
        <span className="text-sm font-medium">Files, at most three</span>
        <input
          type="file"
          accept=".csv,.json,text/csv,application/json"
          multiple
          disabled={isBusy}
          onChange={({ currentTarget }) => show([...(currentTarget.files ?? [])])}
          className="control h-auto min-h-12 py-2.5"
        />
      </label>
      <div className="mt-8 grid grid-cols-1 gap-6" aria-live="polite">
        {isBusy && <LoadingChanges />}
        <ErrorNotice>{error}</ErrorNotice>
        {shown && <Preview {...shown} />}
      </div>
    </>
  )
}

function Preview({ files, preview: { preview, errors, errorCount } }: ShownImport) {
  if (preview === null) return <ImportErrors errors={errors} errorCount={errorCount} />
  return (
    <ChangeSummary preview={preview}>
      {(decision) => preview.canPublish && <ImportForm files={files} decision={decision} />}
    </ChangeSummary>
  )
}

function ImportErrors({ errors, errorCount }: Pick<ImportPreview, 'errors' | 'errorCount'>) {
  return (
    <Notice tone="error">
      <p>Nothing is imported: {errorCount === 1 ? 'one problem' : `${errorCount} problems`}.</p>
      <ul className="mt-2 grid grid-cols-1 gap-1">
        {errors.map(({ file, row, column, text }) => {
          const place = [file, row === null ? null : `row ${row}`, column].filter((part) => part !== null)
          return (
            <li key={`${place.join()} ${text}`} className="break-words">
              {place.join(', ')}
              {place.length > 0 && ': '}
              {text}.
            </li>
          )
        })}
      </ul>
      {errorCount > errors.length && <p>and {errorCount - errors.length} more</p>}
    </Notice>
  )
}

interface ImportFormProps {
  readonly files: readonly TextOfFile[]
  readonly decision: ChangeDecision
}

function ImportForm({ files, decision: { isReady, approval } }: ImportFormProps) {
  const { send } = useDesk()
  const navigateFrom = useNavigateFrom()
  const [draftId] = useState(newId)
  const form = useForm(
    ({ reason = '' }) =>
      send(importCollection, {
        body: { draftId, files: [...files], approval, reason },
      }),
    () => navigateFrom('/collection'),
  )
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 max-w-xl gap-5">
      <ErrorNotice>{form.error}</ErrorNotice>
      <ReasonField error={form.fieldErrors.reason} />
      <Button type="submit" busy={form.isBusy} disabled={!isReady} className="justify-self-start">
        Make a draft
      </Button>
    </form>
  )
}
