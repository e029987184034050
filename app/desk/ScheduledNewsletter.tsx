import {
  unscheduleNewsletter,
  type DeskNewsletter,
  type NewsletterDetails,
  type NewsletterEmail,
} from '#contract/desk/newsletters.ts'
import { groupDigits } from '#domain/number-format.ts'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import type { NewsletterDraft } from './NewsletterEditor.tsx'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { dateTime } from './texts.ts'

interface ScheduledProps {
  readonly newsletter: NewsletterDraft & {
    readonly schedule: NonNullable<DeskNewsletter['schedule']>
    readonly email: NewsletterEmail
  }
  readonly onChange: (newsletter: NewsletterDetails) => void
}

/** A newsletter that waits for its time. */
export function ScheduledNewsletter({ newsletter, onChange }: ScheduledProps) {
  const { send } = useDesk()
  const { id, schedule, email, subscribers } = newsletter
  return (
    <>
      <h1 className="text-3xl break-words">{email.subject}</h1>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(16rem,20rem)_1fr]">
        <section aria-label="Schedule" className="grid grid-cols-1 gap-5">
          <div>
            <p className="text-lg">Is sent {dateTime(schedule.sendAt)}</p>
            <p className="text-sm break-words text-ink-soft">
              In India’s time, as scheduled by {schedule.by}. It goes to everybody who has subscribed by then:{' '}
              {groupDigits(subscribers)} now. Prices are those of that time.
            </p>
          </div>
          <div>
            <Confirm
              label="Cancel the schedule"
              about={email.subject}
              title="Cancel the schedule"
              closeLabel="Keep it"
              confirmLabel="Cancel the schedule"
              onConfirm={() => send(unscheduleNewsletter, { params: { id } })}
              onDone={onChange}
            >
              <p>It is a draft again, which can be changed, sent or scheduled again.</p>
            </Confirm>
          </div>
        </section>
        <NewsletterPreview email={email} />
      </div>
    </>
  )
}
