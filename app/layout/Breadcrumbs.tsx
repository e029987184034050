import { Link } from 'react-router'
import { HOME_STEP, type Step } from './meta.ts'

interface BreadcrumbsProps {
  /** The pages between the home page and this one. */
  readonly steps?: readonly Step[]
  readonly here: string
}

const NO_STEPS: readonly Step[] = []

export function Breadcrumbs({ steps = NO_STEPS, here }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className="pt-3 text-sm text-ink-soft print:hidden">
      <ol className="flex items-center gap-x-2.5 sm:flex-wrap">
        {[HOME_STEP, ...steps].map(({ label, to }) => (
          <li
            key={to}
            className="flex shrink-0 items-center gap-2.5 not-first:before:size-1 not-first:before:rotate-45 not-first:before:bg-gold"
          >
            <Link to={to} className="breadcrumb">
              {label}
            </Link>
          </li>
        ))}
        <li
          aria-current="page"
          className="flex min-w-0 items-center gap-2.5 text-ink before:size-1 before:shrink-0 before:rotate-45 before:bg-gold"
        >
          <span className="max-sm:truncate">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
