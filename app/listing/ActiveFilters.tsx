import { toggleOption, type FilterState } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import { formatWholeRupees } from '#domain/money.ts'
import { Icon } from '#app/ui/Icon.tsx'

interface ActiveFiltersProps {
  readonly listing: Listing
  readonly choices: FilterState
  readonly onChange: (choices: FilterState) => void
}

interface Chip {
  /** Two facets may have an option of one name: Modern is a category of bangles, and a style. */
  readonly key: string
  readonly label: string
  readonly without: FilterState
}

/** Everything that narrows the grid, each to be taken back by a press. */
export function ActiveFilters({ listing, choices, onChange }: ActiveFiltersProps) {
  const chips = chipsOf(listing, choices)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => onChange(without)}
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

function chipsOf(listing: Listing, choices: FilterState): readonly Chip[] {
  const query = choices.query.trim()
  const byFacet = listing.facets.flatMap((facet) =>
    (choices.chosen[facet.key] ?? []).map((option) => ({
      key: facet.key + option,
      label: option,
      without: toggleOption(choices, facet.key, option),
    })),
  )
  return [
    ...(query ? [{ key: '', label: `“${query}”`, without: { ...choices, query: '' } }] : []),
    ...byFacet,
    ...(choices.priceMax < listing.priceMax
      ? [
          {
            key: 'max',
            label: `Up to ${formatWholeRupees(choices.priceMax)}`,
            without: { ...choices, priceMax: listing.priceMax },
          },
        ]
      : []),
  ]
}
