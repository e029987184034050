/** The list of the search box. Fetched with the whole catalogue when somebody first looks for something. */
import { useEffect, useImperativeHandle, useMemo, type Ref } from 'react'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { formatRupees } from '#domain/money.ts'
import { priceOf } from '#domain/price.ts'
import { skuOf, type Product } from '#domain/product.ts'
import { suggestionsFor } from '#domain/search.ts'
import { showcaseOf } from '#domain/showcase.ts'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { pictureBase, PRODUCT_PICTURE_WIDTHS } from './pictures.ts'
import { forgetSearches, rememberSearch, useRecentSearches } from './recent-searches.ts'

/** What the field's keys ask of the list. */
export interface SuggestionsHandle {
  move(step: 1 | -1): void
  choose(): void
}

type Entry =
  | { readonly kind: 'product'; readonly id: string; readonly path: string; readonly product: Product }
  | { readonly kind: 'recent'; readonly id: string; readonly path: string; readonly query: string }
  | { readonly kind: 'forget'; readonly id: string }

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
  const entries = useMemo(() => entriesFor(query, recent, listId), [query, recent, listId])
  const isBlank = query.trim() === ''

  const choose = (entry: Entry) => {
    if (entry.kind === 'forget') return forgetSearches()
    rememberSearch(entry.kind === 'recent' ? entry.query : query)
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
      <output className="sr-only">{statusOf(entries, isBlank)}</output>
      <div
        hidden={isBlank && entries.length === 0}
        // The field keeps the focus while the pointer chooses.
        onMouseDown={(event) => event.preventDefault()}
        role="presentation"
        className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised text-ink shadow-float"
      >
        {isBlank && (
          <p aria-hidden="true" className="overline-text px-4 pt-4 pb-1 text-ink-soft">
            Recent searches
          </p>
        )}
        <div
          id={listId}
          // No element of HTML draws options with pictures; the keys are the field's (the combobox pattern).
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          hidden={entries.length === 0}
          aria-label={isBlank ? 'Recent searches' : 'Suggestions'}
          className="max-h-[min(38rem,70dvh)] overflow-y-auto overscroll-contain"
        >
          {entries.map((entry) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={entry.id}
              id={entry.id}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              tabIndex={-1}
              aria-selected={entry.id === active}
              onClick={() => choose(entry)}
              className={classes(
                'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-sunken',
                entry.id === active && 'bg-sunken outline-2 -outline-offset-2 outline-gold',
              )}
            >
              <EntryContent entry={entry} />
            </div>
          ))}
        </div>
        {!isBlank && entries.length === 0 && (
          <p className="px-4 py-5 text-ink-soft">
            Nothing found for “{query.trim()}”. Try a metal, a style or a type of piece.
          </p>
        )}
      </div>
    </>
  )
}

function EntryContent({ entry }: { readonly entry: Entry }) {
  switch (entry.kind) {
    case 'product':
      return <ProductEntry product={entry.product} />
    case 'recent':
      return (
        <>
          <Icon name="search" className="size-4 text-ink-soft" />
          <span className="truncate">{entry.query}</span>
        </>
      )
    case 'forget':
      return <span className="text-sm text-ink-soft">Clear recent searches</span>
  }
}

function ProductEntry({ product }: { readonly product: Product }) {
  return (
    <>
      <Picture
        base={pictureBase(product, 1)}
        widths={PRODUCT_PICTURE_WIDTHS}
        sizes="56px"
        alt=""
        width={320}
        height={320}
        className="size-14 object-cover"
      />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{product.name}</span>
        <span className="block truncate text-sm text-ink-soft">
          {showcaseOf(product.type).label} · {product.category}
        </span>
      </span>
      <span className="figures text-sm">{formatRupees(priceOf(product).amount)}</span>
    </>
  )
}

function entriesFor(query: string, recent: readonly string[], listId: string): readonly Entry[] {
  if (query.trim() === '') return recentEntries(recent, listId)
  return suggestionsFor(query, ALL_PRODUCTS).map((product) => ({
    kind: 'product',
    id: `${listId}-${skuOf(product)}`,
    path: paths.product(product),
    product,
  }))
}

function recentEntries(recent: readonly string[], listId: string): readonly Entry[] {
  if (recent.length === 0) return []
  const searches = recent.map((query, place): Entry => {
    return { kind: 'recent', id: `${listId}-recent-${place}`, path: paths.search(query), query }
  })
  return [...searches, { kind: 'forget', id: `${listId}-forget` }]
}

function statusOf(entries: readonly Entry[], isBlank: boolean): string {
  if (isBlank) return ''
  if (entries.length === 0) return 'Nothing found'
  return entries.length === 1 ? '1 suggestion' : `${entries.length} suggestions`
}
