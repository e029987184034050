import { optionCounts, toggleOption, type FilterState } from '#domain/filter.ts'
import type { Facet } from '#domain/facet.ts'
import type { Listing } from '#domain/listing.ts'
import { formatWholeRupees, rupees } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import { Checkbox } from '#app/ui/Checkbox.tsx'
import { Range } from '#app/ui/Range.tsx'

interface FilterControlsProps {
  readonly listing: Listing
  readonly products: readonly Product[]
  readonly choices: FilterState
  /** Where the query is not taken by the letter. */
  readonly answers?: (product: Product) => boolean
  readonly onChange: (choices: FilterState) => void
}

/** The price slider, then a list of checkboxes for each facet that the listing shows. */
export function FilterControls({ listing, products, choices, answers, onChange }: FilterControlsProps) {
  return (
    <div className="flex flex-col gap-7">
      <PriceControl listing={listing} choices={choices} onChange={onChange} />
      {listing.facets
        .filter((facet) => !facet.unlisted)
        .map((facet) => (
          <FacetControl
            key={facet.key}
            facet={facet}
            counts={optionCounts(products, listing, choices, facet, answers)}
            choices={choices}
            onChange={onChange}
          />
        ))}
    </div>
  )
}

const SMALL_CEILING = rupees(10_000)

interface PriceControlProps {
  readonly listing: Listing
  readonly choices: FilterState
  readonly onChange: (choices: FilterState) => void
}

/** Only the upper bound moves (`9.price-slider`). In rupees: a slider of paise would never come to rest. */
function PriceControl({ listing, choices, onChange }: PriceControlProps) {
  return (
    <Range
      label="Price up to"
      name="max"
      min={0}
      max={inWholeRupees(listing.priceMax)}
      step={listing.priceMax > SMALL_CEILING ? 500 : 100}
      value={inWholeRupees(choices.priceMax)}
      onChange={(value) => onChange({ ...choices, priceMax: rupees(value) })}
      format={(value) => formatWholeRupees(rupees(value))}
    />
  )
}

function inWholeRupees(amount: number): number {
  return Math.floor(amount / 100)
}

interface FacetControlProps {
  readonly facet: Facet
  /** In the order of the options. */
  readonly counts: ReadonlyMap<string, number>
  readonly choices: FilterState
  readonly onChange: (choices: FilterState) => void
}

function FacetControl({ facet, counts, choices, onChange }: FacetControlProps) {
  const chosen = choices.chosen[facet.key] ?? []
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
            // What would leave nothing cannot be chosen; what is chosen can always be taken back.
            disabled={count === 0 && !isChosen}
            onChange={() => onChange(toggleOption(choices, facet.key, option))}
          />
        )
      })}
    </fieldset>
  )
}
