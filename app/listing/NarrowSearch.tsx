import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { presentationOf } from '#domain/presentation.ts'
import { SEARCH_SORTS, SORT_LABELS } from '#domain/sort.ts'
import { searchParams } from './search-params.ts'
import type { SearchNarrowing } from '#app/product/page-data.ts'

interface NarrowSearchProps {
  readonly query: string
  readonly narrowing: SearchNarrowing
}

/** Links, which work without script: the types among the results, and the sort orders. */
export function NarrowSearch({ query, narrowing }: NarrowSearchProps) {
  const { types, type: chosenType, sort: chosenSort } = narrowing
  const all = { type: null, label: 'All', count: types.reduce((sum, { count }) => sum + count, 0) }
  const groups = types.map(({ type, count }) => ({ type, label: presentationOf(type).label, count }))
  return (
    <>
      {types.length > 1 && (
        <ul
          aria-label="Kinds"
          className="order-last -mx-2 flex w-full gap-x-1 overflow-x-auto *:shrink-0 print:hidden"
        >
          {[all, ...groups].map(({ type, label, count }) => (
            <NarrowLink
              key={label}
              params={searchParams(query, { ...narrowing, type })}
              isChosen={type === chosenType}
            >
              {label} <span className="figures text-ink-soft">{count}</span>
            </NarrowLink>
          ))}
        </ul>
      )}
      <ul
        aria-label="Sort by"
        className="-mx-2 flex max-w-[calc(100%+1rem)] gap-x-1 overflow-x-auto *:shrink-0 print:hidden"
      >
        {SEARCH_SORTS.map((sort) => (
          <NarrowLink
            key={sort}
            params={searchParams(query, { ...narrowing, sort })}
            isChosen={sort === chosenSort}
          >
            {sort === SEARCH_SORTS[0] ? 'Best match' : SORT_LABELS[sort]}
          </NarrowLink>
        ))}
      </ul>
    </>
  )
}

interface NarrowLinkProps {
  readonly params: URLSearchParams
  readonly isChosen: boolean
  readonly children: ReactNode
}

function NarrowLink({ params, isChosen, children }: NarrowLinkProps) {
  return (
    <li>
      <Link
        to={{ search: params.toString() }}
        aria-current={isChosen || undefined}
        preventScrollReset
        className="inline-flex min-h-11 items-center px-2 text-sm hover:text-gold-ink aria-[current]:underline aria-[current]:decoration-gold aria-[current]:decoration-2 aria-[current]:underline-offset-8"
      >
        <span>{children}</span>
      </Link>
    </li>
  )
}
