import { memo, useState } from 'react'
import { rebaseDraft, defaultFilters } from '#domain/filter.ts'
import { Button } from '#app/ui/Button.tsx'
import { FilterControls, type FilterControlsProps } from './FilterControls.tsx'

interface FiltersProps extends FilterControlsProps {
  /** The page's search field and sort belong to this form too; without script it is submitted as a whole. */
  readonly formId?: string
  /** Called by Apply Filters and Reset Filters. */
  readonly onClose: () => void
}

/** Memoized: not re-rendered by keystrokes in the search. */
export const Filters = memo(FilterForm)

/** Applies a change at once; for bangles, on Apply Filters. */
function FilterForm({ listing, filters, countsOf, onChange, formId, onClose }: FiltersProps) {
  const isDeferred = listing.refilters === 'on apply'
  const [draft, setDraft] = useState(filters)
  const [draftedFrom, setDraftedFrom] = useState(filters)
  if (draftedFrom !== filters) {
    setDraftedFrom(filters)
    setDraft(rebaseDraft(draft, draftedFrom, filters, listing))
  }
  return (
    <form
      id={formId}
      method="get"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDeferred) return
        onChange(() => draft)
        onClose()
      }}
      className="flex flex-col gap-4 [&_input]:scroll-mb-32"
    >
      <FilterControls
        listing={listing}
        filters={isDeferred ? draft : filters}
        countsOf={countsOf}
        onChange={isDeferred ? setDraft : onChange}
      />
      {isDeferred ? (
        <div className="filter-buttons">
          <Button type="submit" size="sm" className="grow lg:px-2">
            Apply Filters
          </Button>
          <Button
            variant="secondary"
            size="sm"
            className="grow lg:px-2"
            onClick={() => {
              onChange(() => defaultFilters(listing))
              setDraft(defaultFilters(listing))
              onClose()
            }}
          >
            Reset Filters
          </Button>
        </div>
      ) : (
        <noscript>
          {import.meta.env.SSR && (
            <Button type="submit" size="sm">
              Show pieces
            </Button>
          )}
        </noscript>
      )}
    </form>
  )
}
