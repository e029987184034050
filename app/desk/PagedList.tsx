import type { ReactNode } from 'react'
import type { CallResult } from '#app/api.ts'
import { useRequest } from '#app/state/use-request.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { Loading } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { REFRESH_MS } from './texts.ts'
import { useGradualList } from './use-gradual-list.ts'

interface Page<Item, Cursor> {
  readonly items: readonly Item[]
  /** Where the next page begins; undefined after the last. */
  readonly next: Cursor | undefined
}

interface PagedListProps<Item, Cursor> {
  /** Without a cursor, the first page. */
  readonly load: (
    cursor: Cursor | null,
    options?: { readonly signal?: AbortSignal; readonly isUnattended?: boolean },
  ) => Promise<CallResult<Page<Item, Cursor>>>
  /** Reloads the shown items while the page is visible. */
  readonly refreshes?: boolean
  /** Of the first page, while it loads. */
  readonly placeholder: ReactNode
  readonly emptyText: string
  readonly moreLabel: string
  /** `rows` are the `items` painted first; `reload` reloads all after an act that changes them. */
  readonly children: (rows: readonly Item[], items: readonly Item[], reload: () => void) => ReactNode
}

/** Loads at least as many items as are shown. */
async function loadAgain<Item, Cursor>(
  load: PagedListProps<Item, Cursor>['load'],
  shown: number,
): Promise<CallResult<Page<Item, Cursor>>> {
  const items: Item[] = []
  for (let cursor: Cursor | null = null; ;) {
    const result: CallResult<Page<Item, Cursor>> = await load(cursor, { isUnattended: true })
    if (!result.ok) return result
    items.push(...result.value.items)
    const { next } = result.value
    if (next === undefined || items.length >= shown) return { ok: true, value: { ...result.value, items } }
    cursor = next
  }
}

/** The results of a search, page by page. Its key is the search, so that pages of an earlier search are dropped. */
export function PagedList<Item, Cursor>({
  load,
  placeholder,
  emptyText,
  moreLabel,
  refreshes = false,
  children,
}: PagedListProps<Item, Cursor>) {
  const request = useRequest('first page', (signal) => load(null, { signal }))
  const { state, setValue, retry } = request
  const shown = state.status === 'ready' ? state.value.items.length : 0
  useRevalidation(request, () => loadAgain(load, shown), refreshes ? REFRESH_MS : null)
  const more = useCall(load, ({ items: added, ...rest }) => {
    if (state.status === 'ready') setValue({ ...rest, items: [...state.value.items, ...added] })
  })
  if (state.status === 'failed') return <NotLoaded onRetry={retry} />
  if (state.status !== 'ready') return <Loading>{placeholder}</Loading>
  const { items, next } = state.value
  const reload = async () => {
    const result = await loadAgain(load, items.length)
    if (result.ok) setValue(result.value)
  }
  return (
    <>
      {items.length > 0 ? (
        <Rows items={items}>{(rows) => children(rows, items, () => void reload())}</Rows>
      ) : (
        <p>{emptyText}</p>
      )}
      <ErrorNotice className="mt-4">{more.error}</ErrorNotice>
      {next !== undefined && (
        <Button variant="secondary" className="mt-6" busy={more.isBusy} onClick={() => more.run(next)}>
          {moreLabel}
        </Button>
      )}
    </>
  )
}

interface RowsProps<Item> {
  readonly items: readonly Item[]
  readonly children: (rows: readonly Item[]) => ReactNode
}

function Rows<Item>({ items, children }: RowsProps<Item>) {
  return children(useGradualList(items))
}
