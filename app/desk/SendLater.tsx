import { scheduleNewsletter, type NewsletterDetails } from '#contract/desk/newsletters.ts'
import type { CallResult } from '#app/api.ts'
import { Field } from '#app/ui/Field.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import { INDIA_TIME_LABEL } from './texts.ts'

interface SendLaterProps {
  readonly id: string
  readonly subject: string
  /** Saves the current input first. */
  readonly store: () => Promise<CallResult<NewsletterDetails>>
  readonly onStored: (newsletter: NewsletterDetails) => void
}

export function SendLater({ id, subject, store, onStored }: SendLaterProps) {
  const { send } = useDesk()
  return (
    <Confirm
      label="Send later…"
      about=""
      title="Send later"
      confirmLabel="Schedule it"
      onConfirm={async ({ sendAt = '' }) => {
        const stored = await store()
        if (!stored.ok) return stored
        const body = { version: stored.value.version, sendAt }
        const scheduled = await send(scheduleNewsletter, { params: { id }, body })
        if (!scheduled.ok) onStored(stored.value)
        return scheduled
      }}
      onDone={onStored}
    >
      <Field label={INDIA_TIME_LABEL} name="sendAt" type="datetime-local" required className="max-w-xs" />
      <p className="break-words">
        “{subject || 'Without a subject'}” then goes to everybody who has subscribed by that time, with the
        prices of that time. Until then it cannot be changed, and the schedule can be cancelled.
      </p>
    </Confirm>
  )
}
