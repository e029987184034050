import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  EXPORT_FILES,
  exportCollection,
  PRODUCT_VIEWS,
  searchDeskProducts,
  type ProductEntry,
  type ProductView,
} from '#contract/desk/collection.ts'
import { readDrafts, type PublishedEdition } from '#contract/desk/editions.ts'
import { formatRupees, paise } from '#domain/money.ts'
import { presentationOf } from '#domain/presentation.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { mapValue } from '#domain/result.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { SelectField } from '#app/ui/Field.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { DRAFT_OUTCOME_TEXT, Drafts } from './Drafts.tsx'
import { LoadingRows } from './Loading.tsx'
import { OUTCOME_TEXT } from './NewRates.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import { SaveFile } from './SaveFile.tsx'
import { PagedList } from './PagedList.tsx'
import { RollBack } from './RollBack.tsx'
import { SearchForm } from './SearchForm.tsx'
import { dateTime } from './texts.ts'

const PRODUCT_VIEW_LABELS: Readonly<Record<ProductView, string>> = {
  'on sale': 'On sale',
  retired: 'Retired',
  all: 'All',
}

export function CollectionScreen() {
  useTitle('Collection')
  const { may } = useDesk()
  const drafts = useDeskData(readDrafts)
  // Published drafts change the products.
  const [publications, setPublications] = useState(0)
  const [outcome, setOutcome] = useState<string | null>(null)
  const { drafts: waiting, editions } =
    drafts.state.status === 'ready' ? drafts.state.value : { drafts: [], editions: [] }
  const onChange = (text: string) => {
    setOutcome(text)
    drafts.retry()
    setPublications(publications + 1)
  }
  return (
    <>
      <h1 className="text-3xl">Collection</h1>
      <div className="mt-4 flex flex-wrap gap-3">
        {may('edit-collection') && (
          <ButtonLink to="/collection/import" size="sm">
            Import files
          </ButtonLink>
        )}
        {EXPORT_FILES.map((file) => (
          <SaveFile key={file} endpoint={exportCollection} body={{ file }} label={`Export ${file}`} />
        ))}
      </div>
      {outcome && (
        <OutcomeNotice key={publications} className="mt-6">
          {outcome}
        </OutcomeNotice>
      )}
      {waiting.length > 0 && (
        <Section id="drafts" title="Drafts" className="mt-10">
          <Drafts drafts={waiting} onChange={(changed) => onChange(DRAFT_OUTCOME_TEXT[changed])} />
        </Section>
      )}
      {may('publish-collection') && <Editions editions={editions} onRolledBack={onChange} />}
      <ProductSearch key={publications} />
    </>
  )
}

interface EditionsProps {
  readonly editions: readonly PublishedEdition[]
  readonly onRolledBack: (text: string) => void
}

/** Editions that can be restored: all except the current one. */
function Editions({ editions, onRolledBack }: EditionsProps) {
  if (editions.length < 2) return null
  return (
    <details className="mt-8 border-t border-line">
      <summary className="min-h-11 cursor-pointer py-3 underline decoration-gold underline-offset-4">
        Roll back to an earlier edition
      </summary>
      <ol className="border-t border-line">
        {editions.map(({ edition, publishedAt, publishedBy, reason }, place) => (
          <li
            key={edition}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <div className="min-w-0">
              <p className="break-words">{reason}</p>
              <p className="text-sm break-words text-ink-soft">
                Edition {edition}, published by {publishedBy}, {dateTime(publishedAt)}
                {place === 0 && '. It is the current one.'}
              </p>
            </div>
            {place > 0 && (
              <RollBack
                edition={edition}
                onDone={(rolledBack) =>
                  onRolledBack(OUTCOME_TEXT[rolledBack === 'published' ? 'rolled back' : rolledBack])
                }
              />
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function ProductSearch() {
  const { send } = useDesk()
  const [params, setParams] = useSearchParams()
  const view = PRODUCT_VIEWS.find((each) => each === params.get('view')) ?? 'on sale'
  const type = PRODUCT_TYPES.find((each) => each === params.get('type')) ?? null
  const text = params.get('text') ?? ''
  const search = { text, type, view }
  const narrow = (change: Readonly<Record<string, string>>) =>
    setParams({ text, view, ...(type && { type }), ...change }, { replace: true })
  return (
    <section aria-label="Products" className="mt-4">
      <SearchForm
        label="Name or SKU"
        views={PRODUCT_VIEW_LABELS}
        view={view}
        onView={(chosen) => narrow({ view: chosen })}
        text={text}
        onFind={(typed) => narrow({ text: typed })}
        className="sm:grid-cols-2 lg:grid-cols-[1fr_11rem_11rem_auto]"
      >
        <SelectField
          label="Type"
          name="type"
          value={type ?? ''}
          onChange={(event) => narrow({ type: event.currentTarget.value })}
          options={[
            { value: '', label: 'All types' },
            ...PRODUCT_TYPES.map((value) => ({ value, label: presentationOf(value).label })),
          ]}
        />
      </SearchForm>
      <div className="mt-6">
        <PagedList
          key={JSON.stringify(search)}
          load={async (after: string | null, options) => {
            const result = await send(searchDeskProducts, { body: { ...search, after }, ...options })
            return mapValue(result, ({ products, after: next }) => ({ items: products, next }))
          }}
          placeholder={
            <LoadingRows
              rows={10}
              cells={[['text-base'], ['text-base'], ['text-base']]}
              columns={classes('*:first:col-span-full sm:*:first:col-span-1', COLUMNS)}
              isSplit
            />
          }
          emptyText="No product matches."
          moreLabel="More products"
        >
          {(products) => <ProductRows products={products} />}
        </PagedList>
      </div>
    </section>
  )
}

/** Of a row. */
const COLUMNS = 'sm:grid-cols-[9rem_1fr_auto]'

/** Rows for the keys j and k. */
function ProductRows({ products }: { readonly products: readonly ProductEntry[] }) {
  return (
    <ul className="border-t border-line">
      {products.map(({ sku, name, isRetired, price, metalValue }) => (
        <li key={sku} className="border-b border-line">
          <Link
            to={`/collection/${sku}`}
            data-row
            className={classes(
              'flex min-h-11 flex-wrap gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken sm:grid',
              COLUMNS,
            )}
          >
            <span className="figures basis-full text-ink-soft">{sku}</span>
            <span className="min-w-0 flex-1 basis-40 break-words">
              {name}
              {isRetired && <span className="text-ink-soft"> · retired</span>}
              {metalValue !== null && (
                <span className="block text-sm text-ruby">
                  Below the value of its metal, {formatRupees(paise(metalValue))}
                </span>
              )}
            </span>
            <span className="figures">{formatRupees(paise(price))}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
