/** How search engines and readers of the title tell the pages of a list apart. */
import type { MetaDescriptor } from 'react-router'
import { withPage, type Page } from '#domain/paging.ts'
import { absoluteUrl } from '#app/layout/meta.ts'

/** Of the element in which a list starts; <Pagination> links to it. */
export const PIECES_ID = 'pieces'

/** Of a list of several pages. */
export function pageText({ number, pages }: Page): string {
  return `Page ${number} of ${pages}`
}

export function titleOfPage(title: string, { number, pages }: Page): string {
  return number > 1 ? `${title}, page ${number} of ${pages}` : title
}

export function pathOfPage(path: string, number: number): string {
  const params = withPage(new URLSearchParams(), number)
  return params.size > 0 ? `${path}?${params}` : path
}

/** For the HTML only, as what else search engines read. */
export function neighbourLinks(path: string, { number, pages }: Page): MetaDescriptor[] {
  if (!import.meta.env.SSR) return []
  const link = (rel: 'prev' | 'next', to: number) => ({
    tagName: 'link' as const,
    rel,
    href: absoluteUrl(pathOfPage(path, to)),
  })
  return [
    ...(number > 1 ? [link('prev', number - 1)] : []),
    ...(number < pages ? [link('next', number + 1)] : []),
  ]
}
