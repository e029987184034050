/** The filters of a listing: beside the grid where there is room, in a drawer where there is not (FilterDrawer.tsx). */
import { useState } from 'react'
import { rebaseDraft, defaultFilters, type FilterState } from '#domain/filter.ts'
import type { Listing } from '#domain/listing.ts'
import type { Product } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { FilterControls } from './FilterControls.tsx'

interface FiltersProps {
  readonly listing: Listing
  readonly products: readonly Product[]
  readonly choices: FilterState
  /** Where the query is not taken by the letter. */
  readonly answers?: (product: Product) => boolean
  readonly onChange: (choices: FilterState) => void
  /** Of the form, which search box and sort belong to as well: without script it is sent as a whole. */
  readonly formId?: string
  /** After Apply Filters and Reset Filters of the bangles. */
  readonly onClose: () => void
}

/** Refilters at once, or, for bangles, on Apply Filters. */
export function Filters({ listing, products, choices, answers, onChange, formId, onClose }: FiltersProps) {
  const waits = listing.refilters === 'on apply'
  const [draft, setDraft] = useState(choices)
  const [drafted, setDrafted] = useState(choices)
  if (drafted !== choices) {
    setDrafted(choices)
    setDraft(rebaseDraft(draft, drafted, choices, listing))
  }
  return (
    <form
      id={formId}
      method="get"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        if (!waits) return
        onChange(draft)
        onClose()
      }}
      className="flex flex-col gap-4 [&_input]:scroll-mb-32"
    >
      <FilterControls
        listing={listing}
        products={products}
        choices={waits ? draft : choices}
        answers={answers}
        onChange={waits ? setDraft : onChange}
      />
      {waits ? (
        // In view however long the list is; a field that gets the focus stands above it.
        <div className="sticky -bottom-5 -mb-5 flex flex-wrap gap-2 bg-ground pt-3 pb-5 lg:-bottom-3 lg:-mb-3 lg:pb-3">
          <Button type="submit" size="sm" className="grow lg:px-2">
            Apply Filters
          </Button>
          <Button
            variant="secondary"
            size="sm"
            className="grow lg:px-2"
            onClick={() => {
              onChange(defaultFilters(listing))
              setDraft(defaultFilters(listing))
              onClose()
            }}
          >
            Reset Filters
          </Button>
        </div>
      ) : (
        <noscript>
          <Button type="submit" size="sm">
            Show pieces
          </Button>
        </noscript>
      )}
    </form>
  )
}
