/** The list of the search box. Fetched with the whole catalogue when somebody first looks for something. */
import { useEffect, useImperativeHandle, useMemo, type Ref } from 'react'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { formatRupees } from '#domain/money.ts'
import { priceOf } from '#domain/price.ts'
import { skuOf, type Product, type ProductType } from '#domain/product.ts'
import { POPULAR_SEARCHES } from '#domain/search-vocabulary.ts'
import { presentationOf } from '#domain/presentation.ts'
import { suggestionsFor } from '#domain/fuzzy-search.ts'
import { paths } from '#app/paths.ts'
import { clearRecentSearches, addRecentSearch, useRecentSearches } from '#app/state/recent-searches.ts'
import { useStore } from '#app/state/store.ts'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { searchKey } from './search-key.ts'

/** What the field's keys ask of the list. */
export interface SuggestionsHandle {
  move(step: 1 | -1): void
  choose(): void
}

type Entry =
  | { readonly kind: 'product'; readonly id: string; readonly path: string; readonly product: Product }
  | { readonly kind: 'search'; readonly id: string; readonly path: string; readonly query: string }
  | { readonly kind: 'place'; readonly id: string; readonly path: string; readonly label: string }
  | { readonly kind: 'setting'; readonly id: string; readonly label: string; readonly change: () => void }

interface Section {
  readonly heading: string | null
  /** Short words stand side by side. */
  readonly inRows?: boolean
  readonly entries: readonly Entry[]
}

interface SearchSuggestionsProps {
  readonly ref: Ref<SuggestionsHandle>
  readonly listId: string
  readonly query: string
  /** Id of the option that the keys have reached. */
  readonly active: string | null
  readonly onActive: (id: string | null) => void
  /** How many options there are now. */
  readonly onOptions: (count: number) => void
  readonly onGo: (path: string) => void
}

export function SearchSuggestions({
  ref,
  listId,
  query,
  active,
  onActive,
  onOptions,
  onGo,
}: SearchSuggestionsProps) {
  const recent = useRecentSearches()
  const hasKey = useStore(searchKey, true)
  const sections = useMemo(() => sectionsFor(query, recent, hasKey, listId), [query, recent, hasKey, listId])
  const entries = sections.flatMap((section) => section.entries)
  const hasProducts = entries.some(({ kind }) => kind === 'product')
  const isBlank = query.trim() === ''

  const choose = (entry: Entry) => {
    if (entry.kind === 'setting') return entry.change()
    if (entry.kind !== 'place') addRecentSearch(entry.kind === 'search' ? entry.query : query)
    onGo(entry.path)
  }
  useImperativeHandle(ref, () => ({
    move(step) {
      // One place more than there are options: the field itself, where typing goes on.
      const places = [null, ...entries.map((entry) => entry.id)]
      const from = Math.max(places.indexOf(active), 0)
      onActive(places.at((from + step) % places.length) ?? null)
    },
    choose() {
      const entry = entries.find(({ id }) => id === active)
      if (entry) choose(entry)
    },
  }))
  useEffect(() => onOptions(entries.length), [onOptions, entries.length])
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <>
      <output className="sr-only">{isBlank ? '' : statusOf(entries, hasProducts)}</output>
      <div
        // The field keeps the focus while the pointer chooses.
        onMouseDown={(event) => event.preventDefault()}
        role="presentation"
        className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised text-ink shadow-float"
      >
        {!isBlank && !hasProducts && (
          <p className="px-4 pt-5 text-ink-soft">
            Nothing found for “{query.trim()}”. Try a metal, a style, a type of piece or “ring under 50000”,
            in English or Hindi.
          </p>
        )}
        <div
          id={listId}
          // No element of HTML draws options with pictures; the keys are the field's (the combobox pattern).
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          aria-label={isBlank ? 'Searches' : 'Suggestions'}
          className="max-h-[min(38rem,70dvh)] lg:max-h-[min(42rem,calc(100dvh-8rem))] overflow-y-auto overscroll-contain"
        >
          {sections.map((section) => (
            <Entries key={section.heading} section={section} active={active} onChoose={choose} />
          ))}
        </div>
      </div>
    </>
  )
}

interface EntriesProps {
  readonly section: Section
  readonly active: string | null
  readonly onChoose: (entry: Entry) => void
}

function Entries({ section: { heading, inRows = false, entries }, active, onChoose }: EntriesProps) {
  return (
    <div
      // Some options of a list are no group of form fields.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={heading ?? undefined}
      className={classes('not-first:border-t not-first:border-line', inRows && 'pb-3')}
    >
      {heading !== null && (
        <p aria-hidden="true" className="overline-text px-4 pt-4 pb-1 text-ink-soft">
          {heading}
        </p>
      )}
      <div
        role="presentation"
        className={classes(inRows && 'flex flex-wrap gap-x-2 px-4 sm:gap-y-2 sm:pt-1')}
      >
        {entries.map((entry) => (
          // Its keys are those of the search field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={entry.id}
            id={entry.id}
            // An option of HTML holds no picture.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            aria-selected={entry.id === active}
            onClick={() => onChoose(entry)}
            className={classes(
              'group/option flex cursor-pointer items-center',
              inRows ? 'min-h-11 sm:min-h-0' : 'min-h-11 gap-3 px-4 py-2 hover:bg-sunken',
              entry.id === active && 'is-active outline-gold',
              entry.id === active && !inRows && 'bg-sunken outline-2 -outline-offset-2',
            )}
          >
            <EntryContent entry={entry} isChip={inRows} />
          </div>
        ))}
      </div>
    </div>
  )
}

function EntryContent({ entry, isChip }: { readonly entry: Entry; readonly isChip: boolean }) {
  if (entry.kind === 'product') return <ProductEntry product={entry.product} />
  if (entry.kind === 'setting') return <span className="text-sm text-ink-soft">{entry.label}</span>
  const words = entry.kind === 'search' ? entry.query : entry.label
  if (isChip)
    return (
      <span className="rounded-full border border-line-strong px-4 py-1.5 outline-gold group-hover/option:bg-sunken group-[.is-active]/option:bg-sunken group-[.is-active]/option:outline-2">
        {words}
      </span>
    )
  return (
    <>
      <Icon name="search" className="size-4 text-ink-soft" />
      <span className="truncate">{words}</span>
    </>
  )
}

function ProductEntry({ product }: { readonly product: Product }) {
  return (
    <>
      <ProductPicture product={product} sizes="56px" className="size-14" />
      <span className="min-w-0 grow">
        <span className="line-clamp-2 leading-snug font-medium">{product.name}</span>
        <span className="block truncate text-sm text-ink-soft">
          {presentationOf(product.type).label} · {product.category}
        </span>
      </span>
      <span className="figures text-sm">{formatRupees(priceOf(product).amount)}</span>
    </>
  )
}

function sectionsFor(
  query: string,
  recent: readonly string[],
  hasKey: boolean,
  listId: string,
): readonly Section[] {
  if (query.trim() === '') return beforeTyping(recent, hasKey, listId)
  const { products, understoodAs } = suggestionsFor(query, ALL_PRODUCTS)
  if (products.length === 0) return [{ heading: 'Look around', inRows: true, entries: placesToGo(listId) }]
  const entries = products.map((product): Entry => ({
    kind: 'product',
    id: `${listId}-${skuOf(product)}`,
    path: paths.product(product),
    product,
  }))
  return [{ heading: understoodAs && `Shown for “${query.trim()}”: ${understoodAs}`, entries }]
}

function beforeTyping(recent: readonly string[], hasKey: boolean, listId: string): readonly Section[] {
  const searches = (queries: readonly string[], name: string) =>
    queries.map((query, place): Entry => {
      return { kind: 'search', id: `${listId}-${name}-${place}`, path: paths.search(query), query }
    })
  const forget: Entry = {
    kind: 'setting',
    id: `${listId}-forget`,
    label: 'Clear recent searches',
    change: clearRecentSearches,
  }
  const key: Entry = {
    kind: 'setting',
    id: `${listId}-key`,
    label: hasKey ? 'The / key opens the search. Turn this off' : 'Open the search with the / key',
    change: () => searchKey.set(!hasKey),
  }
  return [
    ...(recent.length > 0
      ? [{ heading: 'Recent searches', entries: [...searches(recent, 'recent'), forget] }]
      : []),
    { heading: 'Often looked for', inRows: true, entries: searches(POPULAR_SEARCHES, 'popular') },
    ...(hasKeyboard() ? [{ heading: null, entries: [key] }] : []),
  ]
}

/** As far as a browser tells: where a mouse is, keys are. */
function hasKeyboard(): boolean {
  return matchMedia('(hover: hover) and (pointer: fine)').matches
}

const TYPES_TO_GO: readonly ProductType[] = ['rings', 'tops', 'necklaces', 'bangles', 'anklet']

function placesToGo(listId: string): readonly Entry[] {
  const places = TYPES_TO_GO.map((type) => ({ path: paths.listing(type), label: presentationOf(type).label }))
  return [...places, { path: paths.allProducts, label: 'All Products' }].map((place, number): Entry => ({
    kind: 'place',
    id: `${listId}-place-${number}`,
    ...place,
  }))
}

function statusOf(entries: readonly Entry[], hasProducts: boolean): string {
  if (!hasProducts) return 'Nothing found'
  return entries.length === 1 ? '1 suggestion' : `${entries.length} suggestions`
}
