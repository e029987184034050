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
      <ol className="flex flex-wrap items-center gap-x-2.5">
        {[HOME_STEP, ...steps].map(({ label, to }) => (
          <li key={to} className="breadcrumb-item">
            <Link to={to} className="breadcrumb">
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="breadcrumb-here">
          <span className="max-sm:truncate">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
