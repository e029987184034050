import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { readNewsletter, readNewsletters, type NewsletterDetails } from '#contract/desk/newsletters.ts'
import { mapValue } from '#domain/result.ts'
import type { CallResult } from '#app/api.ts'
import { newId } from '#app/state/new-id.ts'
import { useRequest } from '#app/state/use-request.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { useDesk, useTitle } from './desk-context.ts'
import { Loading, LoadingFields, LoadingLine, LoadingText } from './Loading.tsx'
import { NewsletterEditor, type NewsletterDraft } from './NewsletterEditor.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { ScheduledNewsletter } from './ScheduledNewsletter.tsx'
import { SentNewsletter } from './NewsletterSending.tsx'
import { useNavigateFrom } from './use-navigate-from.ts'

/** Interval while it is being sent, or waits for its time. */
const RELOAD_MS = 2000

export function NewsletterScreen() {
  const { id = 'new' } = useParams()
  const [draftId] = useState(newId)
  const isNew = id === 'new'
  const shownId = isNew ? draftId : id
  return (
    <>
      <Link to="/newsletters" className="link inline-flex min-h-11 items-center">
        All newsletters
      </Link>
      {/* A new newsletter keeps its form when it is saved; each other one has its own. */}
      <Newsletter key={shownId} id={shownId} isNew={isNew} />
    </>
  )
}

interface NewsletterProps {
  readonly id: string
  /** Not saved yet. */
  readonly isNew: boolean
}

function Newsletter({ id, isNew }: NewsletterProps) {
  const { send } = useDesk()
  const navigateFrom = useNavigateFrom()
  const load = async (signal: AbortSignal): Promise<CallResult<NewsletterDraft>> => {
    if (!isNew) return send(readNewsletter, { params: { id }, signal })
    const list = await send(readNewsletters, { signal })
    return mapValue(list, (value) => newDraft(id, value))
  }
  const request = useRequest(id, load)
  const { state, setValue, retry } = request
  const newsletter = state.status === 'ready' ? state.value : null
  const isMoving = newsletter?.state === 'sending' || newsletter?.schedule != null
  useTitle(isNew ? 'New newsletter' : newsletter?.content.subject || 'Newsletter')
  useRevalidation(
    request,
    () => send(readNewsletter, { params: { id }, isUnattended: true }),
    isMoving ? RELOAD_MS : null,
  )
  if (state.status === 'failed') return <NotLoaded onRetry={retry} />
  if (!newsletter) return <LoadingNewsletter />
  const change = (changed: NewsletterDetails) => {
    setValue(changed)
    if (isNew) navigateFrom(`/newsletters/${id}`, { replace: true })
  }
  const { sending, schedule, email } = newsletter
  if (sending && email)
    return <SentNewsletter newsletter={{ ...newsletter, sending, email }} onChange={change} />
  if (schedule && email)
    return <ScheduledNewsletter newsletter={{ ...newsletter, schedule, email }} onChange={change} />
  return <NewsletterEditor draft={newsletter} onChange={change} />
}

function LoadingNewsletter() {
  return (
    <Loading>
      <LoadingLine size="text-3xl" />
      <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <LoadingFields count={6} />
        <LoadingText lines={8} />
      </div>
    </Loading>
  )
}

type Audience = Pick<NewsletterDraft, 'subscribers' | 'perMinute'>

function newDraft(id: string, { subscribers, perMinute }: Audience): NewsletterDraft {
  return {
    id,
    state: 'draft',
    version: 0,
    content: EMPTY,
    email: null,
    schedule: null,
    scheduleError: null,
    sending: null,
    subscribers,
    perMinute,
  }
}

const EMPTY: NewsletterDraft['content'] = {
  subject: '',
  teaser: '',
  greeting: 'Namaste,',
  text: '',
  pieces: [],
  closing: '',
  button: 'home',
}
