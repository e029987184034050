import { Link } from 'react-router'
import { readNewsletters, type DeskNewsletter, type Newsletters } from '#contract/desk/newsletters.ts'
import { groupDigits } from '#domain/number-format.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { countsText, NEWSLETTER_LABELS, SendingProgress } from './NewsletterSending.tsx'
import { Loading, LoadingRows, LoadingText } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { dateTime } from './texts.ts'

/** Interval while one is being sent. */
const RELOAD_MS = 3000

export function NewslettersScreen() {
  useTitle('Newsletter')
  const { send } = useDesk()
  const request = useDeskData(readNewsletters)
  const { state, retry } = request
  const isSending =
    state.status === 'ready' && state.value.newsletters.some(({ state: each }) => each === 'sending')
  useRevalidation(request, () => send(readNewsletters, { isUnattended: true }), isSending ? RELOAD_MS : null)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Newsletter</h1>
        <ButtonLink to="/newsletters/new">Write a newsletter</ButtonLink>
      </div>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingList />}
      {state.status === 'ready' && <List {...state.value} />}
    </>
  )
}

function LoadingList() {
  return (
    <Loading className="mt-3">
      <LoadingText lines={2} />
      <LoadingRows
        rows={6}
        cells={[['text-lg', 'text-sm'], ['text-sm']]}
        spacing="gap-x-6 gap-y-1 py-4"
        className="mt-8"
      />
    </Loading>
  )
}

function List({ subscribers, newsletters }: Newsletters) {
  return (
    <>
      <p className="mt-3 max-w-prose text-ink-soft">
        <span className="figures text-ink">{groupDigits(subscribers)}</span>{' '}
        {subscribers === 1 ? 'person has' : 'people have'} subscribed at the foot of the shop’s pages and
        confirmed by <span className="whitespace-nowrap">e-mail</span>. Each newsletter goes to all of them,
        once.
      </p>
      {newsletters.length === 0 ? (
        <p className="mt-8">No newsletter yet.</p>
      ) : (
        <ul className="mt-8 border-t border-line">
          {newsletters.map((newsletter) => (
            <Row key={newsletter.id} newsletter={newsletter} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({
  newsletter: { id, subject, state, schedule, scheduleError, sending, changedAt, changedBy },
}: {
  readonly newsletter: DeskNewsletter
}) {
  return (
    <li className="border-b border-line">
      <Link
        to={`/newsletters/${id}`}
        data-row
        className="grid grid-cols-1 min-h-11 gap-x-6 gap-y-1 py-4 -outline-offset-2 hover:bg-sunken sm:grid-cols-[1fr_auto]"
      >
        <span className="min-w-0 text-lg break-words">{subject === '' ? 'Without a subject' : subject}</span>
        <span
          className={classes(
            'text-sm sm:self-center sm:text-right',
            state === 'sending' ? 'text-gold-ink' : state === 'sent' ? 'text-emerald' : 'text-ink-soft',
          )}
        >
          {sending?.isWaiting ? 'Waiting' : schedule ? 'Scheduled' : labelOf(NEWSLETTER_LABELS, state)}
        </span>
        <span className="col-span-full min-w-0 text-sm break-words text-ink-soft">
          {sending ? (
            <>
              {countsText(sending)} · {dateTime(sending.startedAt)}, by {sending.startedBy}
            </>
          ) : (
            <>
              {schedule
                ? `Is sent ${dateTime(schedule.sendAt)}, as scheduled by ${schedule.by}`
                : `Changed ${dateTime(changedAt)}, by ${changedBy}`}
              {scheduleError !== null && <span className="block text-ruby">{scheduleError}</span>}
            </>
          )}
        </span>
        {sending && state === 'sending' && (
          <SendingProgress sending={sending} className="col-span-full mt-1" />
        )}
      </Link>
    </li>
  )
}
