/** The listings of all twelve product types; domain/listing.ts defines how they differ. */
import type { CollectionSource } from '#domain/collection.ts'
import { memo, Suspense, useCallback, useDeferredValue, useId, useState, type ComponentProps } from 'react'
import { data } from 'react-router'
import { defaultFilters, filtersToParams } from '#domain/filter.ts'
import { presentationOf } from '#domain/presentation.ts'
import { SORT_LABELS } from '#domain/sort.ts'
import { paths } from '#app/paths.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { Button } from '#app/ui/Button.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { classes } from '#app/ui/classes.ts'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import type { ListingPageData } from '#app/product/page-data.ts'
import { sharedPicture } from '#app/product/ProductPicture.tsx'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { resultCountText } from '#app/product/texts.ts'
import { useOnDemand } from '#app/product/use-on-demand.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, itemList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { Filters } from './Filters.tsx'
import type { NoMatchesProps } from './NoMatches.tsx'
import { useAppliedFilters, useFilters } from './use-filters.ts'
import { useResults, type Results } from './use-results.ts'
import type { Route } from './+types/route.ts'

const START = 'pieces'

const ActiveFilters = lazyOptional(async () => (await import('./ActiveFilters.tsx')).ActiveFilters)
const NoMatches = lazyOptional(async () => (await import('./NoMatches.tsx')).NoMatches)

export const loader = ({ params, request, context }: Route.LoaderArgs) =>
  pageDataOf(context.get(collectionContext), params.type, request)
export async function clientLoader({ params: { type }, request, serverLoader }: Route.ClientLoaderArgs) {
  const { searchCollection } = await import('#app/state/collection.ts')
  const load = (collection: CollectionSource) => pageDataOf(collection, type, request)
  return searchCollection(type, load, { request, serverLoader })
}

async function pageDataOf(
  collection: CollectionSource,
  type: string,
  { url }: Request,
): Promise<ListingPageData> {
  const { loadListing } = await import('#app/product/page-data.ts')
  const pageData = await loadListing(collection, type, new URL(url).searchParams)
  if (!pageData) throw data(null, { status: 404 })
  return pageData
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { type, listing, products, results } = loaderData
  const { title, tagline } = listing
  const { label } = presentationOf(type)
  const path = paths.listing(type)
  const [first] = products
  return pageMeta({
    ...(results?.head ?? { title, path }),
    description: `${tagline}. ${results?.page.total ?? products.length} pieces, with weight, price and stock.`,
    picture: first && sharedPicture(first),
    jsonLd: import.meta.env.SSR
      ? [breadcrumbList([], { label, to: path }), itemList(products.map(paths.product))]
      : [],
  })
}

export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  // The key resets the filters when the type changes.
  return <ListingPage key={loaderData.type} {...loaderData} />
}

function ListingPage(pageData: ListingPageData) {
  const { type, listing } = pageData
  const { filters, changeFilters, isPending } = useFilters(pageData)
  const applied = useAppliedFilters(filters)
  const results = useResults(pageData, applied)
  const [resets, setResets] = useState(0)
  const [isPanelOpen, setPanelOpen] = useState(true)
  const drawer = useOnDemand(
    async () => (await import('./FilterDrawer.tsx')).FilterDrawer,
    'The filters could not be fetched. Please check your connection.',
  )
  const formId = useId()
  const panelId = useId()

  const isPanelShown = listing.filters === 'panel' && isPanelOpen
  const closePanel = useCallback(() => setPanelOpen(false), [])
  const reset = useCallback(() => {
    changeFilters(() => defaultFilters(listing))
    // Remounts the panel, which holds selected but unapplied options.
    setResets((before) => before + 1)
    if (listing.refilters === 'on apply') closePanel()
  }, [changeFilters, closePanel, listing])
  const state = { listing, onChange: changeFilters, onReset: reset }
  const panel = { listing, filters: applied, countsOf: results.countsOf, onChange: changeFilters }
  // Behind the open drawer, which has the same controls, the panel updates after the result.
  const followed = useDeferredValue(applied)

  return (
    <div className="page">
      <Breadcrumbs here={presentationOf(type).label} />
      <PageTitle title={listing.title} tagline={listing.tagline} />
      <Toolbar
        {...state}
        {...{ filters, formId, panelId, isPanelOpen }}
        onTogglePanel={() => setPanelOpen(!isPanelOpen)}
        onOpenDrawer={drawer.open}
      />
      <div className={classes('mt-3 grid gap-x-10 md:mt-6', isPanelShown && 'lg:grid-cols-[15rem_1fr]')}>
        {/* Without script the drawer cannot open; a link in the toolbar shows this instead. */}
        <aside
          id={panelId}
          aria-label="Filters"
          className={classes('hidden target:block', isPanelShown && 'lg:filter-panel')}
        >
          <Filters
            key={resets}
            {...panel}
            filters={drawer.isOpen ? followed : applied}
            formId={formId}
            onClose={closePanel}
          />
        </aside>
        <Pieces {...state} filters={applied} results={results} isPending={isPending} />
      </div>
      {drawer.Part && (
        <drawer.Part
          open={drawer.isOpen}
          onClose={drawer.close}
          results={results.total}
          showsResults={listing.refilters !== 'on apply'}
        >
          <Filters key={resets} {...panel} onClose={drawer.close} />
        </drawer.Part>
      )}
    </div>
  )
}

interface ToolbarProps extends NoMatchesProps {
  readonly formId: string
  readonly panelId: string
  readonly isPanelOpen: boolean
  readonly onTogglePanel: () => void
  readonly onOpenDrawer: () => void
}

function Toolbar(props: ToolbarProps) {
  const { listing, filters, formId, panelId, isPanelOpen, onChange } = props
  const hasPanel = listing.filters === 'panel'
  return (
    <>
      <div className="toolbar">
        <Field
          label="Search"
          labelHidden
          name="q"
          form={formId}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          placeholder={listing.searchPlaceholder}
          value={filters.query}
          onChange={(event) => {
            const query = event.target.value
            onChange((present) => ({ ...present, query }))
          }}
          className="toolbar-search"
        />
        {hasPanel && (
          <FiltersButton
            aria-expanded={isPanelOpen}
            aria-controls={panelId}
            onClick={props.onTogglePanel}
            className="max-lg:hidden"
          />
        )}
        <FiltersButton
          aria-haspopup="dialog"
          onClick={props.onOpenDrawer}
          className={hasPanel ? 'lg:hidden' : undefined}
        />
        <SelectField
          label="Sort by"
          labelHidden
          name="sort"
          form={formId}
          options={listing.sorts.map((sort) => ({ value: sort, label: SORT_LABELS[sort] }))}
          value={filters.sort}
          onChange={(event) => {
            const sort = listing.sorts.find((offered) => offered === event.target.value)
            if (sort) onChange((present) => ({ ...present, sort }))
          }}
          className="toolbar-sort"
        />
        <Button
          variant="quiet"
          size="sm"
          onClick={props.onReset}
          // The open panel of the bangles has its own button.
          className={classes('max-md:hidden', listing.refilters === 'on apply' && isPanelOpen && 'lg:hidden')}
        >
          Reset Filters
        </Button>
      </div>
      <noscript>
        {import.meta.env.SSR && (
          <a href={`#${panelId}`} className="link mt-4 inline-block lg:hidden">
            Filters
          </a>
        )}
      </noscript>
    </>
  )
}

function FiltersButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button {...props} variant="secondary" size="sm">
      <Icon name="filter" /> <span className="max-md:sr-only">Filters</span>
    </Button>
  )
}

interface PiecesProps extends NoMatchesProps {
  readonly results: Results
  readonly isPending: boolean
}

/** Memoized: not re-rendered by keystrokes in the search. */
const Pieces = memo(function Pieces({ results, isPending, ...state }: PiecesProps) {
  const { listing, filters, onChange, onReset } = state
  const { products, shown, total, page, understoodAs } = results
  const params = filtersToParams(filters, listing)
  return (
    <section
      id={START}
      tabIndex={-1}
      aria-label="Pieces"
      aria-busy={isPending || undefined}
      className="min-w-0 outline-none transition-opacity aria-busy:opacity-60 aria-busy:delay-patient"
    >
      <div className="result-line">
        <output className="text-ink-soft">{resultCountText(total)}</output>
        {page && page.number > 1 && (
          <p className="text-ink-soft">
            Page {page.number} of {page.pages}
          </p>
        )}
        {understoodAs && (
          <p className="text-ink-soft">
            Shown for “{filters.query.trim()}”: {understoodAs}
          </p>
        )}
        {params.size > 0 && (
          <Suspense>
            <ActiveFilters listing={listing} filters={filters} onChange={onChange} />
          </Suspense>
        )}
        <Button variant="quiet" size="sm" onClick={onReset} className="-mx-4 md:hidden">
          Reset Filters
        </Button>
      </div>
      {products.length > 0 && (
        <ProductGrid
          products={products}
          shown={shown}
          eager={4}
          pagination={page ? { page, params, start: START } : undefined}
        />
      )}
      {total === 0 && (
        <Suspense>
          <NoMatches {...state} />
        </Suspense>
      )}
    </section>
  )
})
