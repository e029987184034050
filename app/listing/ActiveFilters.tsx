import { toggleOption, type FilterState } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import { formatWholeRupees } from '#domain/money.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { FilterChange, FilterProps } from './FilterControls.tsx'

interface Chip {
  /** Options of two facets can share a name: Modern is a category of bangles, and a style. */
  readonly key: string
  readonly label: string
  readonly remove: FilterChange
}

/** A chip with a remove button for each active filter. */
export function ActiveFilters({ listing, filters, onChange }: FilterProps) {
  const chips = chipsOf(listing, filters)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chips.map(({ key, label, remove }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onChange(remove)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong py-1 pr-3 pl-4 text-sm hover:border-ink hover:bg-sunken lg:min-h-9"
          >
            <span className="sr-only">Remove filter </span>
            {label}
            <Icon name="close" className="size-3.5 text-ink-soft" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function chipsOf(listing: Listing, filters: FilterState): readonly Chip[] {
  const query = filters.query.trim()
  const byFacet = listing.facets.flatMap((facet) =>
    (filters.chosen[facet.key] ?? []).map((option) => ({
      key: facet.key + option,
      label: option,
      remove: (present: FilterState) => toggleOption(present, facet.key, option),
    })),
  )
  return [
    ...(query
      ? [{ key: '', label: `“${query}”`, remove: (present: FilterState) => ({ ...present, query: '' }) }]
      : []),
    ...byFacet,
    ...(filters.priceMax < listing.priceMax
      ? [
          {
            key: 'max',
            label: `Up to ${formatWholeRupees(filters.priceMax)}`,
            remove: (present: FilterState) => ({ ...present, priceMax: listing.priceMax }),
          },
        ]
      : []),
  ]
}
