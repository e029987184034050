/** Listings are shown in pages of a fixed size. */

/** A whole number of rows at any width: the grid has one to four columns. */
export const PAGE_SIZE = 48

export interface Page {
  /** Counts from 1. */
  readonly number: number
  readonly pages: number
  /** On all pages. */
  readonly total: number
}

export interface Paged<T> {
  readonly page: Page
  /** Items of the page. */
  readonly items: readonly T[]
}

/** The last page if `wanted` is beyond it: a shared link outlives the pieces that it showed. */
export function pageOf<T>(all: readonly T[], wanted: number): Paged<T> {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE))
  const number = Math.min(wanted, pages)
  return {
    page: { number, pages, total: all.length },
    items: all.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE),
  }
}

/** Distinguishes the pages of a list for search engines and in titles. */
export interface PageHead {
  readonly title: string
  /** Canonical. */
  readonly path: string
  readonly neighbours: readonly { readonly rel: 'prev' | 'next'; readonly path: string }[]
}

/** `title` and `path` of the list. */
export function headOfPage({ number, pages }: Page, title: string, path: string): PageHead {
  const pathOf = (at: number) => (at > 1 ? `${path}?${withPage(new URLSearchParams(), at)}` : path)
  return {
    title: number > 1 ? `${title}, page ${number} of ${pages}` : title,
    path: pathOf(number),
    neighbours: [
      ...(number > 1 ? [{ rel: 'prev' as const, path: pathOf(number - 1) }] : []),
      ...(number < pages ? [{ rel: 'next' as const, path: pathOf(number + 1) }] : []),
    ],
  }
}

/** Positions of the first and the last piece of a page, which is not empty. */
export function rangeOf({ number, total }: Page): readonly [first: number, last: number] {
  return [(number - 1) * PAGE_SIZE + 1, Math.min(number * PAGE_SIZE, total)]
}

const PARAM = 'page'

/** The first page if the parameter is missing or invalid (D15). */
export function pageFromParams(params: URLSearchParams): number {
  const text = params.get(PARAM) ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

/** The first page has no parameter, so that it has a single URL. */
export function withPage(params: URLSearchParams, number: number): URLSearchParams {
  const all = new URLSearchParams(params)
  if (number > 1) all.set(PARAM, String(number))
  else all.delete(PARAM)
  return all
}
