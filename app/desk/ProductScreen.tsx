import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { readProductForm, saveProduct, type ProductForm } from '#contract/desk/collection.ts'
import { readDrafts, type DraftEntry } from '#contract/desk/editions.ts'
import { formatRupees, paise } from '#domain/money.ts'
import { isProductType } from '#domain/product.ts'
import { newId } from '#app/state/new-id.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field, SelectField, TextAreaField } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingFields, LoadingLine } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { PICTURE_COLUMNS, ProductPictures, usePendingPictures } from './ProductPictures.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useNavigateFrom } from './use-navigate-from.ts'

/** A product as a form, whose changes go into a draft. */
export function ProductScreen() {
  const { sku = '' } = useParams()
  useTitle(sku)
  const { may } = useDesk()
  const [params, setParams] = useSearchParams()
  const draftId = params.get('draft')
  const type = sku.slice(0, sku.lastIndexOf('-'))
  const id = Number(sku.slice(sku.lastIndexOf('-') + 1))
  const isKey = isProductType(type) && Number.isInteger(id)
  const { state, retry } = useDeskData(readProductForm, isKey ? { body: { type, id, draftId } } : null)
  const drafts = useDeskData(readDrafts)
  if (state.status === 'idle' || (state.status === 'failed' && state.error.status === 404))
    return (
      <>
        <h1 className="text-3xl">{sku}</h1>
        <p className="mt-3">The shop does not have this piece.</p>
      </>
    )
  if (state.status === 'failed') return <NotLoaded onRetry={retry} />
  if (state.status !== 'ready' || drafts.state.status === 'loading') return <LoadingProduct />
  const waiting = drafts.state.status === 'ready' ? drafts.state.value.drafts : []
  return (
    <>
      <h1 className="text-3xl break-words">{state.value.name}</h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-6 text-ink-soft">
        {sku}
        <a href={`/${type}/${id}`} className="inline-flex min-h-11 min-w-11 items-center underline">
          On the site
        </a>
        <Link to={`/stock/${sku}`} className="inline-flex min-h-11 min-w-11 items-center underline">
          Stock
        </Link>
      </p>
      {state.value.belowMetal && <BelowMetalNotice {...state.value.belowMetal} />}
      <ProductEditor
        key={`${sku} ${draftId}`}
        form={state.value}
        draft={waiting.find((draft) => draft.id === draftId)}
        drafts={waiting}
        mayEdit={may('edit-collection')}
        onDraft={(chosen) => setParams(chosen === '' ? {} : { draft: chosen }, { replace: true })}
      />
    </>
  )
}

function LoadingProduct() {
  return (
    <Loading>
      <LoadingLine size="text-3xl" width="w-64" />
      <LoadingLine className="mt-1 min-h-11" />
      <LoadingFields count={16} className="mt-6 max-w-3xl sm:grid-cols-2" />
    </Loading>
  )
}

function BelowMetalNotice({ price, metalValue }: NonNullable<ProductForm['belowMetal']>) {
  return (
    <Notice tone="error" className="mt-4 max-w-3xl">
      It has a fixed price, {formatRupees(paise(price))}, and its metal is worth more at today’s rates:{' '}
      {formatRupees(paise(metalValue))}. Raise the fixed price, or leave it empty, so that the price follows
      the rate.
    </Notice>
  )
}

interface EditorProps {
  readonly form: ProductForm
  /** The draft that the form shows and changes; undefined for a new one. */
  readonly draft: DraftEntry | undefined
  readonly drafts: readonly DraftEntry[]
  readonly mayEdit: boolean
  readonly onDraft: (id: string) => void
}

function ProductEditor({ form, draft, drafts, mayEdit, onDraft }: EditorProps) {
  const [isCopy, setCopy] = useState(false)
  const pending = usePendingPictures()
  const { onSubmit, isBusy, error, errors } = useSave(form, { draft, isCopy, pending: pending.columns })
  const copy = () => {
    pending.reset()
    setCopy(true)
  }
  return (
    <form onSubmit={onSubmit} className="mt-6 grid grid-cols-1 max-w-3xl gap-5">
      {mayEdit && drafts.length > 0 && (
        <SelectField
          label="Draft"
          name="draft"
          value={draft?.id ?? ''}
          onChange={(event) => onDraft(event.currentTarget.value)}
          options={[
            { value: '', label: 'A new draft' },
            ...drafts.map(({ id, reason }) => ({ value: id, label: reason })),
          ]}
        />
      )}
      {isCopy && (
        <>
          <Notice tone="info">
            A new product with these values, under the id {form.nextId}. It needs pictures of its own.
          </Notice>
          {errors['Id'] && <Notice tone="error">The id {errors['Id']}.</Notice>}
        </>
      )}
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        {form.fields
          .filter(({ column }) => !PICTURE_COLUMNS.has(column))
          .map((field) => (
            <Cell key={field.column} {...field} disabled={!mayEdit} error={errors[field.column]} />
          ))}
      </div>
      <ProductPictures
        key={String(isCopy)}
        form={form}
        isCopy={isCopy}
        disabled={!mayEdit}
        errors={errors}
        onPending={pending.mark}
      />
      {mayEdit && (
        <>
          {!draft && <ReasonField error={errors['reason']} />}
          <ErrorNotice>{error}</ErrorNotice>
          <Actions isBusy={isBusy} onCopy={isCopy ? null : copy} />
        </>
      )}
    </form>
  )
}

interface ActionsProps {
  readonly isBusy: boolean
  /** Null for a new product. */
  readonly onCopy: (() => void) | null
}

function Actions({ isBusy, onCopy }: ActionsProps) {
  return (
    <>
      <p className="text-ink-soft">Saves a draft. Shoppers see nothing of it until it is published.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Save in a draft
        </Button>
        {onCopy && (
          <Button variant="secondary" onClick={onCopy}>
            Make a new product of it
          </Button>
        )}
      </div>
    </>
  )
}

interface SaveOptions {
  readonly draft?: DraftEntry | undefined
  readonly isCopy: boolean
  /** Columns whose chosen picture is not uploaded yet. */
  readonly pending: ReadonlySet<string>
}

function useSave(form: ProductForm, { draft, isCopy, pending }: SaveOptions) {
  const { send } = useDesk()
  const navigateFrom = useNavigateFrom()
  // The same for every press, so that a retry creates no second draft.
  const [newDraftId] = useState(newId)
  const [isEarly, setEarly] = useState(false)
  const saving = useForm(
    async (fields) => {
      setEarly(pending.size > 0)
      if (pending.size > 0) return null
      const cells = form.fields
        .map(({ column, value }) => ({
          column,
          before: isCopy ? '' : value,
          after: (fields[column] ?? '').replaceAll(/\s*\r?\n\s*/g, ' ').trim(),
        }))
        .filter(({ before, after }) => isCopy || before !== after)
      return send(saveProduct, {
        body: {
          type: form.type,
          id: isCopy ? form.nextId : form.id,
          isNew: isCopy,
          draftId: draft?.id ?? newDraftId,
          reason: draft?.reason ?? fields['reason'] ?? '',
          cells,
        },
      })
    },
    () => navigateFrom('/collection'),
  )
  const notUploaded = [...pending].map((column) => [column, 'is not uploaded yet: use it, or leave it out'])
  const errors = isEarly ? Object.fromEntries(notUploaded) : saving.fieldErrors
  const error = Object.keys(errors).length > 0 ? 'Some fields need your attention.' : null
  return { ...saving, errors, error: saving.error ?? error }
}

type CellProps = ProductForm['fields'][number] & {
  readonly disabled: boolean
  readonly error: string | undefined
}

function Cell({ column, kind, value, disabled, error }: CellProps) {
  const props = { label: column, name: column, defaultValue: value, disabled, error: error && `It ${error}.` }
  if (kind === 'long text')
    return <TextAreaField {...props} rows={4} maxLength={2000} className="sm:col-span-2" />
  if (kind === 'text') return <Field {...props} autoComplete="off" maxLength={2000} />
  return (
    <SelectField
      {...props}
      options={[
        { value: 'yes', label: 'yes' },
        // An empty cell means no, for properties that a product either has or lacks.
        { value: kind === 'yes' ? '' : 'no', label: 'no' },
      ]}
    />
  )
}
