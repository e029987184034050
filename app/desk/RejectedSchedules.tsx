import { Link } from 'react-router'
import type { Today } from '#contract/desk/today.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { TodaySection } from './TodaySection.tsx'

const KIND_LABELS = { draft: 'Draft', newsletter: 'Newsletter' }

/** What was not done at its scheduled time and waits for staff. */
export function RejectedSchedules({ rejected }: Pick<Today, 'rejected'>) {
  return (
    <TodaySection id="rejected-schedules" title="Not done at their time" items={rejected}>
      {({ id, kind, title, error }) => (
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
      )}
    </TodaySection>
  )
}
