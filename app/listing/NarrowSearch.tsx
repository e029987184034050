import { useState, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { presentationOf } from '#domain/presentation.ts'
import { SEARCH_SORTS, SORT_LABELS } from '#domain/sort.ts'
import { searchParams, type Narrowed } from './search-params.ts'
import type { SearchNarrowing } from '#app/product/page-data.ts'

interface NarrowSearchProps {
  readonly query: string
  readonly narrowing: SearchNarrowing
}

/** Links, which work without script: the types among the results, and the sort orders. */
export function NarrowSearch({ query, narrowing }: NarrowSearchProps) {
  const { types } = narrowing
  const [chosen, choose] = useChosen(narrowing)
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
              params={searchParams(query, { ...chosen, type })}
              isChosen={type === chosen.type}
              onChoose={() => choose({ ...chosen, type })}
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
            params={searchParams(query, { ...chosen, sort })}
            isChosen={sort === chosen.sort}
            onChoose={() => choose({ ...chosen, sort })}
          >
            {sort === SEARCH_SORTS[0] ? 'Best match' : SORT_LABELS[sort]}
          </NarrowLink>
        ))}
      </ul>
    </>
  )
}

/**
 * The type and sort order pressed last: they lead the loaded ones until the navigation ends, so that a second press
 * before that keeps the first.
 */
function useChosen(narrowing: SearchNarrowing) {
  const [chosen, choose] = useState<Narrowed>(narrowing)
  const { key } = useLocation()
  const [seenKey, setSeenKey] = useState(key)
  const { state } = useNavigation()
  if (key !== seenKey && state === 'idle') {
    setSeenKey(key)
    choose(narrowing)
  }
  return [chosen, choose] as const
}

interface NarrowLinkProps {
  readonly params: URLSearchParams
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function NarrowLink({ params, isChosen, onChoose, children }: NarrowLinkProps) {
  const onClick = (event: MouseEvent) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!opensElsewhere) onChoose()
  }
  return (
    <li>
      <Link
        to={{ search: params.toString() }}
        aria-current={isChosen || undefined}
        onClick={onClick}
        preventScrollReset
        className="inline-flex min-h-11 items-center px-2 text-sm hover:text-gold-ink aria-[current]:underline aria-[current]:decoration-gold aria-[current]:decoration-2 aria-[current]:underline-offset-8"
      >
        <span>{children}</span>
      </Link>
    </li>
  )
}
