/** The list of the search box, fetched with the whole collection at the first search. */
import { memo, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { formatRupees } from '#domain/money.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { skuOf, type ProductType } from '#domain/product.ts'
import { POPULAR_SEARCHES } from '#domain/search-vocabulary.ts'
import { presentationOf } from '#domain/presentation.ts'
import { suggestionsFor } from '#domain/fuzzy-search.ts'
import { paths } from '#app/paths.ts'
import { clearRecentSearches, useRecentSearches } from '#app/state/recent-searches.ts'
import { useStore } from '#app/state/store.ts'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { searchKey } from './search-key.ts'

export interface SearchOption {
  readonly id: string
  /** The path to navigate to, or a setting to change. */
  readonly action: string | (() => void)
  /** The recent search that choosing it saves. */
  readonly search?: string
  readonly content: ReactNode
}

interface Section {
  readonly heading: string | null
  /** Short options are laid out side by side. */
  readonly isRow?: boolean
  readonly options: readonly SearchOption[]
  /** Counts all results; the options are the first of them. */
  readonly total?: number
}

interface SearchSuggestionsProps {
  readonly products: readonly PricedProduct[]
  readonly listId: string
  readonly query: string
  /** Id of the option that the arrow keys have reached. */
  readonly active: string | null
  readonly onOptions: (options: readonly SearchOption[]) => void
  readonly onChoose: (option: SearchOption) => void
}

/** Memoized: not re-rendered by keystrokes; the search follows them. */
export const SearchSuggestions = memo(Suggestions)

function Suggestions(props: SearchSuggestionsProps) {
  const { products, listId, query, active, onOptions, onChoose } = props
  const recent = useRecentSearches()
  const hasShortcut = useStore(searchKey, true)
  const text = query.trim()
  const sections = useMemo(
    () => withIds(text ? sectionsFor(text, products) : sectionsBeforeTyping(recent, hasShortcut), listId),
    [text, products, recent, hasShortcut, listId],
  )
  const options = useMemo(() => sections.flatMap((section) => section.options), [sections])
  // Before the list is painted: the arrow keys reach visible options.
  useLayoutEffect(() => onOptions(options), [onOptions, options])
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const status = text && statusOf(sections)
  const total = sections[0]?.total ?? 0

  return (
    <>
      <output className="sr-only">{status}</output>
      <div
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        role="presentation"
        className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised text-ink shadow-float"
      >
        {status === NOTHING_FOUND && (
          <p className="px-4 pt-5 text-ink-soft">
            Nothing found for “{text}”. Try a metal, a style, a type of piece or “ring under 50000”, in
            English or Hindi.
          </p>
        )}
        <div
          id={listId}
          // HTML options cannot show pictures; the field handles the keys.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          aria-label={text ? 'Suggestions' : 'Searches'}
          className="max-h-[min(38rem,70dvh)] lg:max-h-[min(42rem,calc(100dvh-8rem))] overflow-y-auto overscroll-contain"
        >
          {sections.map((section) => (
            <Options key={section.heading} section={section} active={active} onChoose={onChoose} />
          ))}
        </div>
        {total > options.length && (
          // With the keyboard, Enter in the field does the same.
          <button
            type="submit"
            tabIndex={-1}
            className="min-h-12 w-full border-t border-line px-4 text-left text-sm font-medium hover:bg-sunken"
          >
            See all {total} results
          </button>
        )}
      </div>
    </>
  )
}

interface OptionsProps extends Pick<SearchSuggestionsProps, 'active' | 'onChoose'> {
  readonly section: Section
}

function Options({ section: { heading, isRow = false, options }, active, onChoose }: OptionsProps) {
  return (
    <div
      // A fieldset is for form fields.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={heading ?? undefined}
      className={classes('not-first:border-t not-first:border-line', isRow && 'pb-3')}
    >
      {heading !== null && (
        <p aria-hidden="true" className="overline-text px-4 pt-4 pb-1 text-ink-soft">
          {heading}
        </p>
      )}
      <div role="presentation" className={classes(isRow && 'flex flex-wrap gap-x-2 px-4 sm:gap-y-2 sm:pt-1')}>
        {options.map((option) => (
          // The field handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.id}
            id={option.id}
            // An HTML option cannot contain a picture.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            aria-selected={option.id === active}
            onClick={() => onChoose(option)}
            className={classes(
              'group/option flex cursor-pointer items-center',
              isRow
                ? 'min-h-11 sm:min-h-0'
                : 'min-h-11 gap-[min(0.75rem,4vw)] px-[min(1rem,5vw)] py-2 hover:bg-sunken',
              option.id === active && 'is-active outline-gold',
              option.id === active && !isRow && 'bg-sunken outline-2 -outline-offset-2',
            )}
          >
            {option.content}
          </div>
        ))}
      </div>
    </div>
  )
}

function Chip({ text }: { readonly text: string }) {
  return (
    <span className="rounded-full border border-line-strong px-4 py-1.5 outline-gold group-hover/option:bg-sunken group-[.is-active]/option:bg-sunken group-[.is-active]/option:outline-2">
      {text}
    </span>
  )
}

function RecentSearch({ query }: { readonly query: string }) {
  return (
    <>
      <Icon name="search" className="size-4 text-ink-soft" />
      <span className="truncate">{query}</span>
    </>
  )
}

function ProductSuggestion({ product }: { readonly product: PricedProduct }) {
  return (
    <>
      <ProductPicture product={product} sizes="56px" className="size-[min(3.5rem,20vw)]" />
      {/* The price is on a line of its own if text is large. */}
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 grow basis-28">
          <span className="block leading-snug font-medium">{product.name}</span>
          <span className="block text-sm text-ink-soft">
            {presentationOf(product.type).label} · {product.category}
          </span>
        </span>
        <span className="figures text-sm">{formatRupees(product.price.amount)}</span>
      </span>
    </>
  )
}

const TYPES_TO_GO: readonly ProductType[] = ['rings', 'tops', 'necklaces', 'bangles', 'anklet']

function sectionsFor(search: string, products: readonly PricedProduct[]): readonly Section[] {
  const { products: matches, understoodAs, total } = suggestionsFor(search, products)
  if (matches.length > 0)
    return [
      {
        heading: understoodAs && `Shown for “${search}”: ${understoodAs}`,
        total,
        options: matches.map((product) => ({
          id: skuOf(product),
          action: paths.product(product),
          search,
          content: <ProductSuggestion product={product} />,
        })),
      },
    ]
  const listings = TYPES_TO_GO.map((type) => [paths.listing(type), presentationOf(type).label] as const)
  const places = [...listings, [paths.allProducts, 'All Products'] as const]
  return [
    {
      heading: 'Look around',
      isRow: true,
      options: places.map(([path, label]) => ({ id: path, action: path, content: <Chip text={label} /> })),
    },
  ]
}

function sectionsBeforeTyping(recent: readonly string[], hasShortcut: boolean): readonly Section[] {
  const clear = setting('clear', 'Clear recent searches', clearRecentSearches)
  const shortcut = setting(
    'shortcut',
    hasShortcut ? 'The / key opens the search. Turn this off' : 'Open the search with the / key',
    () => searchKey.set(!hasShortcut),
  )
  const searches = (queries: readonly string[], name: string, render: (query: string) => ReactNode) =>
    queries.map((query, index) => ({
      id: `${name}-${index}`,
      action: paths.search(query),
      search: query,
      content: render(query),
    }))
  const saved = searches(recent, 'recent', (query) => <RecentSearch query={query} />)
  const popular = searches(POPULAR_SEARCHES, 'popular', (query) => <Chip text={query} />)
  return [
    ...(recent.length > 0 ? [{ heading: 'Recent searches', options: [...saved, clear] }] : []),
    { heading: 'Often looked for', isRow: true, options: popular },
    ...(hasKeyboard() ? [{ heading: null, options: [shortcut] }] : []),
  ]
}

function setting(id: string, label: string, change: () => void): SearchOption {
  return { id, action: change, content: <span className="text-sm text-ink-soft">{label}</span> }
}

/** Browsers do not expose this; a device with a mouse has a keyboard. */
function hasKeyboard(): boolean {
  return matchMedia('(hover: hover) and (pointer: fine)').matches
}

const NOTHING_FOUND = 'Nothing found'

function statusOf([section]: readonly Section[]): string {
  if (!section || section.isRow) return NOTHING_FOUND
  const { length } = section.options
  return length === 1 ? '1 suggestion' : `${length} suggestions`
}

/** Makes the ids unique in the page. */
function withIds(sections: readonly Section[], listId: string): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    options: section.options.map((option) => ({ ...option, id: `${listId}-${option.id}` })),
  }))
}
