import { SEARCH_SORTS } from '#domain/sort.ts'
import type { SearchNarrowing } from '#app/product/page-data.ts'

export type Narrowed = Pick<SearchNarrowing, 'type' | 'sort'>

/** The parameters of a search, without its page. */
export function searchParams(query: string, { type, sort }: Narrowed): URLSearchParams {
  const params = new URLSearchParams({ q: query })
  if (type !== null) params.set('type', type)
  if (sort !== SEARCH_SORTS[0]) params.set('sort', sort)
  return params
}
