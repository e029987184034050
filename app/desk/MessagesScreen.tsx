import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  markAnswered,
  MESSAGE_VIEWS,
  readUndeliveredEmails,
  resendEmail,
  searchMessages,
  type DeskMessage,
  type MessageView,
  type UndeliveredEmail,
} from '#contract/desk/messages.ts'
import { SHOP } from '#domain/shop.ts'
import { mapValue } from '#domain/result.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { SelectField } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useCall } from '#app/state/use-call.ts'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { EmailAddress } from './EmailAddress.tsx'
import { LoadingRows } from './Loading.tsx'
import { PagedList } from './PagedList.tsx'
import { dateTime } from './texts.ts'

const MESSAGE_VIEW_LABELS: Readonly<Record<MessageView, string>> = {
  'to answer': 'To answer',
  answered: 'Answered',
}

const EMPTY_TEXTS: Readonly<Record<MessageView, string>> = {
  'to answer': 'Every message is answered.',
  answered: 'No message was answered yet.',
}

export function MessagesScreen() {
  useTitle('Messages')
  const { send } = useDesk()
  const [params, setParams] = useSearchParams()
  const view = MESSAGE_VIEWS.find((each) => each === params.get('view')) ?? 'to answer'
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">Messages</h1>
        <div className="w-full sm:w-56">
          <SelectField
            label="Show"
            name="view"
            value={view}
            onChange={(event) => setParams({ view: event.currentTarget.value }, { replace: true })}
            options={MESSAGE_VIEWS.map((value) => ({ value, label: MESSAGE_VIEW_LABELS[value] }))}
          />
        </div>
      </div>
      <p className="mt-3 max-w-prose text-ink-soft">
        From the contact form. Answer by <span className="whitespace-nowrap">e-mail</span>, then mark the
        message, so that nobody answers twice.
      </p>
      <div className="mt-6">
        <PagedList
          key={view}
          load={async (olderThan: string | null, options) => {
            const result = await send(searchMessages, { body: { view, olderThan }, ...options })
            return mapValue(result, ({ messages, olderThan: next }) => ({ items: messages, next }))
          }}
          placeholder={<LoadingMessages />}
          emptyText={EMPTY_TEXTS[view]}
          moreLabel="Older messages"
        >
          {(messages) => (
            <ul className="border-t border-line">
              {messages.map((message) => (
                <Message key={message.id} initial={message} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <UndeliveredEmails />
    </>
  )
}

/** Of a message. */
const COLUMNS = 'md:grid-cols-[14rem_1fr_auto]'

function LoadingMessages() {
  return (
    <LoadingRows
      rows={5}
      cells={[['text-base', 'link', 'text-sm'], ['text-base', 'text-base'], ['button']]}
      columns={COLUMNS}
      spacing="gap-x-8 gap-y-3 py-5"
    />
  )
}

/** Stays in place when it is marked, so that a mistaken press can be undone. */
function Message({ initial }: { readonly initial: DeskMessage }) {
  const { send } = useDesk()
  const [{ id, name, email, message, createdAt, answered }, setMessage] = useState(initial)
  const marking = useCall(
    () => send(markAnswered, { params: { id }, body: { isAnswered: answered === null } }),
    setMessage,
  )
  const subject = encodeURIComponent(`Your message to ${SHOP.name}`)
  return (
    <li className={classes('grid grid-cols-1 gap-x-8 gap-y-3 border-b border-line py-5', COLUMNS)}>
      <div className="min-w-0 text-sm">
        <p className="text-base font-medium break-words">{name}</p>
        <p>
          <a
            href={`mailto:${email}?subject=${subject}`}
            data-row
            className="inline-flex min-h-11 items-center underline"
          >
            <EmailAddress>{email}</EmailAddress>
          </a>
        </p>
        <p className="text-ink-soft">{dateTime(createdAt)}</p>
      </div>
      <p className="max-w-prose min-w-0 break-words whitespace-pre-line">{message}</p>
      <div className="max-w-56 text-sm md:text-right">
        <Button variant="secondary" size="sm" busy={marking.isBusy} onClick={() => marking.run()}>
          {answered ? 'Open again' : 'Mark as answered'} <span className="sr-only">: message of {name}</span>
        </Button>
        <output className="mt-2 block break-words text-ink-soft">
          {answered && `Answered ${dateTime(answered.at)} by ${answered.by}`}
        </output>
        <ErrorNotice>{marking.error}</ErrorNotice>
      </div>
    </li>
  )
}

/** Rendered only if there are any. */
function UndeliveredEmails() {
  const { state, setValue } = useDeskData(readUndeliveredEmails)
  const [resent, setResent] = useState<string | null>(null)
  if (state.status !== 'ready' || (state.value.emails.length === 0 && resent === null)) return null
  return (
    <Section id="undelivered" title="E-mails that did not arrive" titleClassName="text-xl" className="mt-12">
      <p className="mt-2 max-w-prose text-ink-soft">
        The shop tries for about a day. Then it gives up, and you decide, for example after the mail server
        works again.
      </p>
      {resent && (
        <Notice tone="success" className="mt-4">
          “{resent}” is sent again now.
        </Notice>
      )}
      <ul className="mt-4 border-t border-line">
        {state.value.emails.map((email) => (
          <UndeliveredRow
            key={email.key}
            email={email}
            onResent={(emails) => {
              setResent(email.subject)
              setValue({ emails })
            }}
          />
        ))}
      </ul>
    </Section>
  )
}

interface UndeliveredRowProps {
  readonly email: UndeliveredEmail
  readonly onResent: (left: UndeliveredEmail[]) => void
}

function UndeliveredRow({ email, onResent }: UndeliveredRowProps) {
  const { key, recipient, subject, createdAt, nextAttemptAt } = email
  const { send } = useDesk()
  const resending = useCall(
    () => send(resendEmail, { body: { key } }),
    (left) => onResent(left.emails),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line py-4">
      <div className="min-w-0">
        <p className="break-words">{subject}</p>
        <p className="text-sm break-words text-ink-soft">
          To {recipient}, {dateTime(createdAt)}
        </p>
      </div>
      {nextAttemptAt === null ? (
        <Button variant="secondary" size="sm" busy={resending.isBusy} onClick={() => resending.run()}>
          Send again <span className="sr-only">: {subject}</span>
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">Tried again {dateTime(nextAttemptAt)}</p>
      )}
      <ErrorNotice className="basis-full">{resending.error}</ErrorNotice>
    </li>
  )
}
