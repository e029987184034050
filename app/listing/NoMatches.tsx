import { filtersToParams } from '#domain/filter.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { CollectionTiles } from '#app/layout/CollectionTiles.tsx'
import type { FilterProps } from './FilterControls.tsx'

export interface NoMatchesProps extends FilterProps {
  readonly onReset: () => void
}

export function NoMatches({ listing, filters, onReset }: NoMatchesProps) {
  const query = filters.query.trim()
  return (
    <>
      <EmptyState
        title="No piece matches all of this"
        text={
          filtersToParams({ ...filters, query: '' }, listing).size > 0
            ? 'Take one of the filters back, raise the price, or start again.'
            : 'Try a shorter word, or another.'
        }
        action={
          <>
            <Button variant="secondary" onClick={onReset}>
              Reset Filters
            </Button>
            {query && (
              <ButtonLink to={paths.search(query)} variant="quiet">
                Search the whole shop
              </ButtonLink>
            )}
          </>
        }
      />
      <CollectionTiles />
    </>
  )
}
