import { optionCounts, toggleOption, type FilterState } from '#domain/filter.ts'
import type { Facet } from '#domain/facet.ts'
import type { Listing } from '#domain/listing.ts'
import { formatWholeRupees, rupees } from '#domain/money.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { Checkbox } from '#app/ui/Checkbox.tsx'
import { Range } from '#app/ui/Range.tsx'

export interface FilterProps {
  readonly listing: Listing
  readonly filters: FilterState
  readonly onChange: (filters: FilterState) => void
}

export interface FilterControlsProps extends FilterProps {
  readonly products: readonly PricedProduct[]
  /** Replaces the exact search where the query is matched fuzzily. */
  readonly matches?: (product: PricedProduct) => boolean
}

export function FilterControls({ listing, products, filters, matches, onChange }: FilterControlsProps) {
  return (
    <div className="flex flex-col gap-7">
      <PriceControl listing={listing} filters={filters} onChange={onChange} />
      {listing.facets
        .filter((facet) => !facet.unlisted)
        .map((facet) => (
          <FacetControl
            key={facet.key}
            facet={facet}
            counts={optionCounts(products, listing, filters, facet, matches)}
            filters={filters}
            onChange={onChange}
          />
        ))}
    </div>
  )
}

const SMALL_CEILING = rupees(10_000)

/** Only the upper bound can be set (`9.price-slider`); in rupees, as paise are too fine a step. */
function PriceControl({ listing, filters, onChange }: FilterProps) {
  return (
    <Range
      label="Price up to"
      name="max"
      min={0}
      max={inWholeRupees(listing.priceMax)}
      step={listing.priceMax > SMALL_CEILING ? 500 : 100}
      value={inWholeRupees(filters.priceMax)}
      onChange={(value) => onChange({ ...filters, priceMax: rupees(value) })}
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
            onChange={() => onChange(toggleOption(filters, facet.key, option))}
          />
        )
      })}
    </fieldset>
  )
}
