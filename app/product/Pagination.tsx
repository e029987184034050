import { rangeOf, withPage, type Page } from '#domain/paging.ts'
import { ButtonLink } from '#app/ui/Button.tsx'

export interface PaginationProps {
  readonly page: Page
  /** The query parameters of the list, without the page. */
  readonly params: URLSearchParams
  /** Id of the element in which the list starts. */
  readonly start: string
}

/** Links to adjacent pages: they work without script, and scroll to the start of the list. */
export function Pagination({ page, params, start }: PaginationProps) {
  const { number, pages, total } = page
  const [first, last] = rangeOf(page)
  const linkTo = (to: number) => ({ search: withPage(params, to).toString(), hash: start })
  return (
    <nav
      aria-label="Pages"
      className="mt-12 grid grid-cols-2 items-center gap-x-3 gap-y-4 border-t border-line pt-6 sm:grid-cols-[1fr_auto_1fr] print:hidden"
    >
      <p className="text-center max-sm:col-span-2 sm:col-start-2 sm:row-start-1">
        <span aria-current="page" className="font-medium">
          Page {number} of {pages}
        </span>
        <span className="figures block text-sm text-ink-soft">
          {first}–{last} of {total}
        </span>
      </p>
      {number > 1 && (
        <ButtonLink
          to={linkTo(number - 1)}
          rel="prev"
          variant="secondary"
          size="sm"
          className="sm:row-start-1 sm:justify-self-start"
        >
          Previous
        </ButtonLink>
      )}
      {number < pages && (
        <ButtonLink
          to={linkTo(number + 1)}
          rel="next"
          variant="secondary"
          size="sm"
          className="col-start-2 sm:col-start-3 sm:row-start-1 sm:justify-self-end"
        >
          Next
        </ButtonLink>
      )}
    </nav>
  )
}
