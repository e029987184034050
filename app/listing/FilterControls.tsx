import { toggleOption, type FilterState, type OptionCounts } from '#domain/filter.ts'
import type { Facet } from '#domain/facet.ts'
import type { Listing } from '#domain/listing.ts'
import { formatWholeRupees, rupees } from '#domain/money.ts'
import { Checkbox } from '#app/ui/Checkbox.tsx'
import { Range } from '#app/ui/Range.tsx'

/** Receives the current filters: a part rendered later may still show the previous ones. */
export type FilterChange = (filters: FilterState) => FilterState

export interface FilterProps {
  readonly listing: Listing
  readonly filters: FilterState
  readonly onChange: (change: FilterChange) => void
}

export interface FilterControlsProps extends FilterProps {
  readonly countsOf: (filters: FilterState) => OptionCounts
}

export function FilterControls({ listing, filters, countsOf, onChange }: FilterControlsProps) {
  const counts = countsOf(filters)
  return (
    <div className="flex flex-col gap-7">
      <PriceControl listing={listing} filters={filters} onChange={onChange} />
      {listing.facets
        .filter((facet) => !facet.unlisted)
        .map((facet) => (
          <FacetControl
            key={facet.key}
            facet={facet}
            counts={counts.get(facet.key) ?? NO_OPTIONS}
            filters={filters}
            onChange={onChange}
          />
        ))}
    </div>
  )
}

const NO_OPTIONS: ReadonlyMap<string, number> = new Map()

const SMALL_CEILING = rupees(10_000)

/** Only the upper bound can be set (`9.price-slider`); in rupees, because paise are too fine a step. */
function PriceControl({ listing, filters, onChange }: FilterProps) {
  return (
    <Range
      label="Price up to"
      name="max"
      min={0}
      max={inWholeRupees(listing.priceMax)}
      step={listing.priceMax > SMALL_CEILING ? 500 : 100}
      value={inWholeRupees(filters.priceMax)}
      onChange={(value) => onChange((present) => ({ ...present, priceMax: rupees(value) }))}
      format={(value) => formatWholeRupees(rupees(value))}
    />
  )
}

function inWholeRupees(amount: number): number {
  return Math.floor(amount / 100)
}

interface FacetControlProps extends Omit<FilterProps, 'listing'> {
  readonly facet: Facet
  /** In the order of the options. */
  readonly counts: ReadonlyMap<string, number>
}

function FacetControl({ facet, counts, filters, onChange }: FacetControlProps) {
  const chosen = filters.chosen[facet.key] ?? []
  return (
    <fieldset>
      <legend className="overline-text mb-1 text-ink-soft">{facet.label}</legend>
      {[...counts].map(([option, count]) => {
        const isChosen = chosen.includes(option)
        return (
          <Checkbox
            key={option}
            label={option}
            name={facet.key}
            value={option}
            checked={isChosen}
            count={count}
            disabled={count === 0 && !isChosen}
            onChange={() => onChange((present) => toggleOption(present, facet.key, option))}
          />
        )
      })}
    </fieldset>
  )
}
