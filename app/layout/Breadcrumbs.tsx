import { Link } from 'react-router'
import { HOME_STEP, type Step } from './meta.ts'

interface BreadcrumbsProps {
  /** Between the home page and this one. */
  readonly steps?: readonly Step[]
  /** This page. */
  readonly here: string
}

const NO_STEPS: readonly Step[] = []

export function Breadcrumbs({ steps = NO_STEPS, here }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className="pt-3 text-sm text-ink-soft print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2.5">
        {[HOME_STEP, ...steps].map(({ label, to }) => (
          <li key={to} className="flex items-center gap-2.5">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center hover:text-ink hover:underline sm:min-h-8"
            >
              {label}
            </Link>
            <span aria-hidden="true" className="size-1 rotate-45 bg-gold" />
          </li>
        ))}
        <li aria-current="page" className="text-ink">
          {here}
        </li>
      </ol>
    </nav>
  )
}
