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
import { readDrafts } from '#contract/desk/editions.ts'
import { formatRupees, paise } from '#domain/money.ts'
import { presentationOf } from '#domain/presentation.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { SelectField } from '#app/ui/Field.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { DRAFT_OUTCOME_TEXT, Drafts, type DraftOutcome } from './Drafts.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import { SaveFile } from './SaveFile.tsx'
import { PagedList } from './PagedList.tsx'
import { SearchForm } from './SearchForm.tsx'

const PRODUCT_VIEW_LABELS: Readonly<Record<ProductView, string>> = {
  'on sale': 'On sale',
  retired: 'Retired',
  all: 'All',
}

export function CollectionScreen() {
  useTitle('Collection')
  const { session } = useDesk()
  const drafts = useDeskData(readDrafts)
  const mayEdit = session?.permissions.includes('edit-collection') ?? false
  // Published drafts change the products.
  const [publications, setPublications] = useState(0)
  const [outcome, setOutcome] = useState<DraftOutcome | null>(null)
  const waiting = drafts.state.status === 'ready' ? drafts.state.value.drafts : []
  return (
    <>
      <h1 className="text-3xl">Collection</h1>
      <div className="mt-4 flex flex-wrap gap-3">
        {mayEdit && (
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
          {DRAFT_OUTCOME_TEXT[outcome]}
        </OutcomeNotice>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="drafts" className="mt-10">
          <h2 id="drafts" className="mb-3 text-xl">
            Drafts
          </h2>
          <Drafts
            drafts={waiting}
            onChange={(changed) => {
              setOutcome(changed)
              drafts.retry()
              setPublications(publications + 1)
            }}
          />
        </section>
      )}
      <ProductSearch key={publications} />
    </>
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
            return result.ok
              ? { ok: true, value: { items: result.value.products, next: result.value.after } }
              : result
          }}
          emptyText="No product matches."
          moreLabel="More products"
        >
          {(products) => <ProductRows products={products} />}
        </PagedList>
      </div>
    </section>
  )
}

/** Rows that the keys j and k walk through. */
function ProductRows({ products }: { readonly products: readonly ProductEntry[] }) {
  return (
    <ul className="border-t border-line">
      {products.map(({ sku, name, isRetired, price, metalValue }) => (
        <li key={sku} className="border-b border-line">
          <Link
            to={`/collection/${sku}`}
            data-row
            className="flex min-h-11 flex-wrap gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken sm:grid sm:grid-cols-[9rem_1fr_auto]"
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
