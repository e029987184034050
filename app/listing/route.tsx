/** The listings of all twelve types; what differs between them is a row of domain/listing.ts. */
import { useId, useState, type ComponentType } from 'react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { choicesToParams, defaultFilters, applyFilters } from '#domain/filter.ts'
import { presentationOf } from '#domain/presentation.ts'
import { SORT_LABELS } from '#domain/sort.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { showToast } from '#app/state/toasts.ts'
import type { ListingPageData } from '#app/product/page-data.ts'
import { sharedPicture } from '#app/product/pictures.ts'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { resultCountText } from '#app/product/texts.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, itemList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { ActiveFilters } from './ActiveFilters.tsx'
import type { FilterDrawerProps } from './FilterDrawer.tsx'
import { Filters } from './Filters.tsx'
import { useFilters } from './use-filters.ts'
import { useFuzzyMatches } from './use-fuzzy-matches.ts'
import type { Route } from './+types/route.ts'

export function loader({ params, request }: Route.LoaderArgs) {
  return contentOf(params.type, request)
}
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return contentOf(params.type, request)
}
async function contentOf(type: string, { url }: Request): Promise<ListingPageData> {
  const { loadListing } = await import('#app/product/page-data.ts')
  const content = await loadListing(type, new URL(url).searchParams)
  if (!content) throw data(null, { status: 404 })
  return content
}

/** Filters change the query, not the pieces to filter. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { type, listing, products } = loaderData
  const { title, tagline } = listing
  const { label } = presentationOf(type)
  const path = paths.listing(type)
  const [first] = products
  return pageMeta({
    title,
    description: `${tagline}. ${products.length} pieces, with weight, price and stock.`,
    path,
    picture: first && sharedPicture(first),
    jsonLd: import.meta.env.SSR
      ? [breadcrumbList([], { label, to: path }), itemList(products.map(paths.product))]
      : [],
  })
}

export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  // Each type begins anew: its choices are its own.
  return <ListingPage key={loaderData.type} {...loaderData} />
}

function ListingPage({ type, listing, products, meaning }: ListingPageData) {
  const { choices, choose } = useFilters(listing, products)
  // What is ticked and not applied goes as well: the panel begins anew.
  const [resets, setResets] = useState(0)
  const [isPanelOpen, setPanelOpen] = useState(true)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [FilterDrawer, setFilterDrawer] = useState<ComponentType<FilterDrawerProps> | null>(null)
  const formId = useId()
  const panelId = useId()

  const meant = useFuzzyMatches(choices.query, listing, products, meaning)
  const pieces = applyFilters(products, listing, choices, meant?.answers)
  const hasPanel = listing.filters === 'panel'
  const waits = listing.refilters === 'on apply'
  const openDrawer = () => {
    setDrawerOpen(true)
    // Fetched by those who ask for it.
    import('./FilterDrawer.tsx').then(
      (module) => setFilterDrawer(() => module.FilterDrawer),
      () => {
        setDrawerOpen(false)
        showToast('The filters could not be fetched. Please check your connection.')
      },
    )
  }
  const reset = () => {
    choose(defaultFilters(listing))
    setResets(resets + 1)
    if (waits) setPanelOpen(false)
  }
  const filters = { listing, products, choices, answers: meant?.answers, onChange: choose }

  return (
    <div className="page">
      <Breadcrumbs here={presentationOf(type).label} />
      <PageTitle title={listing.title} tagline={listing.tagline} />

      <div className="grid grid-cols-2 items-end gap-3 border-y border-line py-4 md:flex">
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
          value={choices.query}
          onChange={(event) => choose({ ...choices, query: event.target.value })}
          className="col-span-2 md:grow"
        />
        {hasPanel && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isPanelOpen}
            aria-controls={panelId}
            onClick={() => setPanelOpen(!isPanelOpen)}
            className="max-lg:hidden"
          >
            <Icon name="filter" /> Filters
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          onClick={openDrawer}
          className={hasPanel ? 'lg:hidden' : undefined}
        >
          <Icon name="filter" /> Filters
        </Button>
        <SelectField
          label="Sort by"
          labelHidden
          name="sort"
          form={formId}
          options={listing.sorts.map((sort) => ({ value: sort, label: SORT_LABELS[sort] }))}
          value={choices.sort}
          onChange={(event) => {
            const sort = listing.sorts.find((offered) => offered === event.target.value)
            if (sort) choose({ ...choices, sort })
          }}
          className="md:w-56"
        />
        <Button
          variant="quiet"
          size="sm"
          onClick={reset}
          // The open panel of the bangles has a button of its own for it.
          className={classes('max-md:hidden', waits && isPanelOpen && 'lg:hidden')}
        >
          Reset Filters
        </Button>
      </div>
      <noscript>
        <a href={`#${panelId}`} className="link mt-4 inline-block lg:hidden">
          Filters
        </a>
      </noscript>

      <div className={classes('mt-6 grid gap-x-10', hasPanel && isPanelOpen && 'lg:grid-cols-[15rem_1fr]')}>
        {/* Without script the drawer cannot open: the link above shows this instead. */}
        <aside
          id={panelId}
          aria-label="Filters"
          className={classes(
            'hidden target:block',
            hasPanel &&
              isPanelOpen &&
              'lg:sticky lg:top-28 lg:-ml-1 lg:block lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:mask-b-from-[calc(100%-0.75rem)] lg:overscroll-contain lg:pr-3 lg:pb-3 lg:pl-1',
          )}
        >
          <Filters key={resets} {...filters} formId={formId} onClose={() => setPanelOpen(false)} />
        </aside>
        <section aria-label="Pieces" className="min-w-0">
          <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
            <output className="text-ink-soft">{resultCountText(pieces.length)}</output>
            {meant?.understoodAs && (
              <p className="text-ink-soft">
                Shown for “{choices.query.trim()}”: {meant.understoodAs}
              </p>
            )}
            <ActiveFilters listing={listing} choices={choices} onChange={choose} />
            <Button variant="quiet" size="sm" onClick={reset} className="-mx-4 md:hidden">
              Reset Filters
            </Button>
          </div>
          {pieces.length > 0 ? (
            <ProductGrid products={pieces} eager={4} />
          ) : (
            <EmptyState
              title="No piece answers to all of this"
              text={
                choicesToParams({ ...choices, query: '' }, listing).size > 0
                  ? 'Take one of the filters back, raise the price, or start again.'
                  : 'Try a shorter word, or another.'
              }
              action={
                <>
                  <Button variant="secondary" onClick={reset}>
                    Reset Filters
                  </Button>
                  {choices.query.trim() !== '' && (
                    <ButtonLink to={paths.search(choices.query.trim())} variant="quiet">
                      Search the whole shop
                    </ButtonLink>
                  )}
                </>
              }
            />
          )}
        </section>
      </div>

      {FilterDrawer && (
        <FilterDrawer
          open={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
          results={pieces.length}
          showsResults={!waits}
        >
          <Filters key={resets} {...filters} onClose={() => setDrawerOpen(false)} />
        </FilterDrawer>
      )}
    </div>
  )
}
