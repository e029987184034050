import { Link } from 'react-router'
import type { Today } from '#contract/desk/today.ts'
import { labelOf } from '#app/ui/label-of.ts'

const KIND_LABELS = { draft: 'Draft', newsletter: 'Newsletter' }

/** What was not done at its scheduled time and waits for staff; renders nothing if there is none. */
export function RejectedSchedules({ rejected }: Pick<Today, 'rejected'>) {
  if (rejected.length === 0) return null
  return (
    <section aria-labelledby="rejected-schedules" className="mt-8">
      <h2 id="rejected-schedules" className="mb-3 text-xl">
        Not done at their time <span className="figures text-ink-soft">{rejected.length}</span>
      </h2>
      <ul className="border-t border-line">
        {rejected.map(({ id, kind, title, error }) => (
          <li key={id} className="border-b border-line">
            <Link
              to={kind === 'newsletter' ? `/newsletters/${id}` : '/collection'}
              data-row
              className="grid min-h-11 grid-cols-1 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="min-w-0 break-words">
                {labelOf(KIND_LABELS, kind)}: {title}
              </span>
              <span className="min-w-0 text-sm break-words text-ruby">{error}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
