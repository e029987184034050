import {
  stopNewsletter,
  type DeskNewsletter,
  type NewsletterDetails,
  type NewsletterEmail,
} from '#contract/desk/newsletters.ts'
import { remainingOf, type NewsletterState } from '#domain/newsletter.ts'
import { groupDigits } from '#domain/number-format.ts'
import { classes } from '#app/ui/classes.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import type { NewsletterDraft } from './NewsletterEditor.tsx'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { dateTime, durationText } from './texts.ts'

export const NEWSLETTER_LABELS: Readonly<Record<NewsletterState, string>> = {
  draft: 'Draft',
  sending: 'Being sent',
  sent: 'Sent',
  stopped: 'Stopped',
}

export type Sending = NonNullable<DeskNewsletter['sending']>

/** "Sent to 1,180 of 1,204". */
export function countsText({ recipients, counts }: Sending): string {
  return `Sent to ${groupDigits(counts.sent)} of ${groupDigits(recipients)}`
}

interface ProgressProps {
  readonly sending: Sending
  readonly className?: string
}

export function SendingProgress({ sending: { recipients, counts }, className }: ProgressProps) {
  return (
    <progress
      aria-label="Sent so far"
      max={recipients}
      value={recipients - remainingOf(recipients, counts)}
      className={classes('block h-2 w-full accent-gold', className)}
    />
  )
}

interface SentNewsletterProps {
  readonly newsletter: NewsletterDraft & { readonly sending: Sending; readonly email: NewsletterEmail }
  readonly onChange: (newsletter: NewsletterDetails) => void
}

/** Progress and content of a newsletter that was started. */
export function SentNewsletter({ newsletter, onChange }: SentNewsletterProps) {
  const { send } = useDesk()
  const { id, state, sending, email, perMinute } = newsletter
  const { recipients, counts, startedAt, startedBy, endedAt, stoppedBy } = sending
  const remaining = remainingOf(recipients, counts)
  return (
    <>
      <h1 className="text-3xl break-words">{email.subject}</h1>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(16rem,20rem)_1fr]">
        <section aria-label="Sending" className="grid grid-cols-1 gap-5">
          <div>
            <p className="text-lg">
              {sending.isWaiting ? 'Waiting for the one before' : labelOf(NEWSLETTER_LABELS, state)}
            </p>
            <p className="text-sm break-words text-ink-soft">
              Begun {dateTime(startedAt)} by {startedBy}
              {endedAt !== null && (
                <>
                  <br />
                  {stoppedBy === null ? 'Ended' : 'Stopped'} {dateTime(endedAt)}
                  {stoppedBy !== null && ` by ${stoppedBy}`}
                </>
              )}
            </p>
          </div>
          {state === 'sending' && (
            <div className="grid grid-cols-1 gap-2">
              <SendingProgress sending={sending} />
              <p className="text-sm text-ink-soft">{durationText(remaining, perMinute)}</p>
            </div>
          )}
          <Facts sending={sending} remaining={remaining} />
          {state === 'sending' && (
            <div>
              <Confirm
                label="Stop"
                about={email.subject}
                title="Stop this newsletter"
                confirmLabel="Stop it now"
                onConfirm={() => send(stopNewsletter, { params: { id } })}
                onDone={onChange}
              >
                <p>
                  Nobody else gets it, and it cannot be continued. Those who have it keep it: an e-mail cannot
                  be called back.
                </p>
              </Confirm>
            </div>
          )}
        </section>
        <NewsletterPreview email={email} />
      </div>
    </>
  )
}

function Facts({
  sending: { recipients, counts },
  remaining,
}: {
  readonly sending: Sending
  readonly remaining: number
}) {
  const facts = [
    { label: 'Subscribers', value: recipients, hint: '' },
    { label: 'Sent', value: counts.sent, hint: 'The mail server has taken it.' },
    { label: 'To be sent', value: remaining, hint: '' },
    { label: 'Unsubscribed before', value: counts.unsubscribed, hint: 'Nothing was sent to them.' },
    {
      label: 'Failed',
      value: counts.failed,
      hint: 'The address no longer exists or rejects e-mail, or the mail server could not be reached for a day.',
    },
    { label: 'Not known', value: counts.unknown, hint: 'The connection was lost; not sent a second time.' },
  ].filter(({ label, value }) => value > 0 || label === 'Subscribers' || label === 'Sent')
  return (
    <dl className="border-t border-line">
      {facts.map(({ label, value, hint }) => (
        <div key={label} className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2.5">
          <dt>
            {label}
            {hint !== '' && <span className="block text-sm text-ink-soft">{hint}</span>}
          </dt>
          <dd className="figures">{groupDigits(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
