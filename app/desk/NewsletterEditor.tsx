import { useEffect, useState } from 'react'
import {
  discardNewsletter,
  previewNewsletter,
  testNewsletter,
  saveNewsletter,
  sendNewsletter,
  type NewsletterDetails,
  type NewsletterEmail,
  type NewsletterFields,
} from '#contract/desk/newsletters.ts'
import { NEWSLETTER_BUTTONS, NEWSLETTER_LIMITS } from '#domain/newsletter.ts'
import { groupDigits } from '#domain/number-format.ts'
import { presentationOf } from '#domain/presentation.ts'
import type { CallResult } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field, SelectField, TextAreaField } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import { NewsletterPieces } from './NewsletterPieces.tsx'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { SendLater } from './SendLater.tsx'
import { durationText } from './texts.ts'
import { useNavigateFrom } from './use-navigate-from.ts'

export interface NewsletterDraft extends Omit<
  NewsletterDetails,
  'email' | 'subject' | 'changedAt' | 'changedBy'
> {
  /** Null before it is rendered. */
  readonly email: NewsletterEmail | null
}

interface NewsletterEditorProps {
  readonly draft: NewsletterDraft
  readonly onChange: (newsletter: NewsletterDetails) => void
}

/** Edits a draft next to its preview; a test e-mail and the newsletter itself are sent as last saved. */
export function NewsletterEditor({ draft, onChange }: NewsletterEditorProps) {
  const editor = useEditor(draft, onChange)
  const { content, set, error, email } = editor
  return (
    <>
      <h1 className="text-3xl">{draft.version === 0 ? 'A new newsletter' : 'Draft'}</h1>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <div className="grid grid-cols-1 gap-4">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              editor.save()
            }}
            className="grid grid-cols-1 gap-6"
          >
            {draft.scheduleError !== null && (
              <Notice tone="error">It was not sent at its time. {draft.scheduleError}</Notice>
            )}
            <Words content={content} set={set} fieldErrors={editor.fieldErrors} />
            <ErrorNotice>{error}</ErrorNotice>
            {editor.notice && <Notice tone="success">{editor.notice}</Notice>}
            <SaveAndTest draft={draft} editor={editor} />
          </form>
          {/* Outside the form: the dialogs have forms of their own, whose submissions would reach this one. */}
          <NewsletterButtons draft={draft} editor={editor} />
        </div>
        {email ? <NewsletterPreview email={email} /> : <p className="text-ink-soft">The preview follows.</p>}
      </div>
    </>
  )
}

type Editor = ReturnType<typeof useEditor>

/** Unsaved edits of this browser, by newsletter: kept while other screens are open. */
const unsaved = new Map<string, NewsletterFields>()
const PREVIEW_AFTER_MS = 400

function useEditor(
  { id, version, content: saved, email }: NewsletterDraft,
  onChange: NewsletterEditorProps['onChange'],
) {
  const { send, session } = useDesk()
  const key = `${session?.staff.id} ${version === 0 ? 'new' : id}`
  const [content, setContent] = useState(() => unsaved.get(key) ?? saved)
  const [notice, setNotice] = useState<string | null>(null)
  const text = JSON.stringify(content)
  const isChanged = text !== JSON.stringify(saved)
  useWarning(isChanged)
  const preview = useEmailPreview(text, email)

  const set = (changes: Partial<NewsletterFields>) => {
    const next = { ...content, ...changes }
    unsaved.set(key, next)
    setContent(next)
    clearError()
    setNotice(null)
  }
  /** Resolves with the saved draft. */
  const store = async (): Promise<CallResult<NewsletterDetails>> => {
    const result = await send(saveNewsletter, { params: { id }, body: { version, content } })
    if (!result.ok) return result
    const latest = unsaved.get(key)
    unsaved.delete(key)
    // What was typed while it was being saved stays, as an edit of the saved draft.
    if (latest && latest !== content) unsaved.set(`${session?.staff.id} ${id}`, latest)
    else setContent(result.value.content)
    return result
  }
  const { run, clearError, ...saving } = useCall(async (withTest: boolean) => {
    setNotice(null)
    const stored = await store()
    if (!stored.ok) return stored
    // Before the test e-mail: what is typed until that is on its way is an edit of the saved draft.
    onChange(stored.value)
    const { version } = stored.value
    const test = withTest ? await send(testNewsletter, { params: { id }, body: { version } }) : null
    if (test?.ok === false) return test
    const text = test ? `A test e-mail is on its way to ${test.value.recipient}.` : 'The draft is saved.'
    return { ok: true, value: text }
  }, setNotice)
  return {
    ...saving,
    content,
    set,
    notice,
    isChanged,
    email: preview,
    save: () => run(false),
    sendTest: () => run(true),
    store,
    show: onChange,
  }
}

/** Follows the input. */
function useEmailPreview(text: string, initial: NewsletterEmail | null): NewsletterEmail | null {
  const { send } = useDesk()
  const [preview, setPreview] = useState(initial)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const show = async () => {
      const body = JSON.parse(text) as NewsletterFields
      const result = await send(previewNewsletter, { body, signal })
      if (result.ok && !signal.aborted) setPreview(result.value)
    }
    const timer = setTimeout(() => void show(), PREVIEW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // `send` changes only with the session.
  }, [text, send])
  return preview
}

/** Called before the page is closed or reloaded. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}

interface WordsProps {
  readonly content: NewsletterFields
  readonly set: (changes: Partial<NewsletterFields>) => void
  readonly fieldErrors: Readonly<Record<string, string>>
}

const BUTTONS = NEWSLETTER_BUTTONS.map((value) => ({
  value,
  label:
    value === 'none'
      ? 'No button'
      : value === 'home'
        ? 'Visit the shop'
        : `See all ${presentationOf(value).label.toLowerCase()}`,
}))

function Words({ content, set, fieldErrors }: WordsProps) {
  const field = (name: 'subject' | 'teaser' | 'greeting' | 'text' | 'closing') => ({
    name,
    value: content[name],
    maxLength: NEWSLETTER_LIMITS[name],
    error: fieldErrors[name] ?? null,
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <Field label="Subject" {...field('subject')} />
      <Field label="Teaser" {...field('teaser')} hint="Shown beside the subject in the inbox" />
      <Field label="Greeting" {...field('greeting')} />
      <TextAreaField label="Text" rows={9} {...field('text')} hint="An empty line begins a paragraph." />
      <TextAreaField label="Closing" rows={2} {...field('closing')} hint="For example: With warm regards" />
      <NewsletterPieces
        chosen={content.pieces}
        onChange={(pieces) => set({ pieces })}
        error={fieldErrors.pieces}
      />
      <SelectField
        label="Button at the end"
        name="button"
        value={content.button}
        options={BUTTONS}
        onChange={(event) =>
          set({ button: NEWSLETTER_BUTTONS.find((each) => each === event.currentTarget.value) ?? 'none' })
        }
      />
    </>
  )
}

interface NewsletterButtonsProps {
  readonly draft: NewsletterDraft
  readonly editor: Editor
}

function SaveAndTest({
  draft: { version },
  editor: { isBusy, isChanged, sendTest },
}: NewsletterButtonsProps) {
  const isSaved = version > 0 && !isChanged
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-6">
      <Button type="submit" variant="secondary" size="sm" busy={isBusy} disabled={isSaved}>
        {isSaved ? 'Saved' : 'Save the draft'}
      </Button>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={sendTest}>
        <span>
          Send me a test <span className="whitespace-nowrap">e-mail</span>
        </span>
      </Button>
    </div>
  )
}

function NewsletterButtons({ draft, editor }: NewsletterButtonsProps) {
  const { send, may } = useDesk()
  const navigateFrom = useNavigateFrom()
  const { id, version } = draft
  const { content } = editor
  return (
    <div className="flex flex-wrap items-center gap-3">
      {may('send-newsletters') && (
        <>
          <SendToAll draft={draft} editor={editor} />
          <SendLater id={id} subject={content.subject} store={editor.store} onStored={editor.show} />
        </>
      )}
      {version > 0 && (
        <Confirm
          label="Discard"
          about="this draft"
          title="Discard this draft"
          confirmLabel="Discard it"
          onConfirm={() => send(discardNewsletter, { params: { id }, body: { version } })}
          onDone={() => navigateFrom('/newsletters')}
        >
          <p className="break-words">“{content.subject || 'Without a subject'}” is deleted for good.</p>
        </Confirm>
      )}
    </div>
  )
}

/** States exactly how many get it; the server rejects a different number. */
function SendToAll({ draft, editor }: NewsletterButtonsProps) {
  const { send } = useDesk()
  const { id, subscribers, perMinute } = draft
  if (subscribers === 0) return <p className="text-ink-soft">Nobody has subscribed yet.</p>
  const people = subscribers === 1 ? '1 subscriber' : `${groupDigits(subscribers)} subscribers`
  return (
    <Confirm
      label={`Send to ${people}…`}
      about=""
      title={`Send to ${people}`}
      confirmLabel={`Send to ${people} now`}
      onConfirm={async () => {
        const stored = await editor.store()
        if (!stored.ok) return stored
        const body = { version: stored.value.version, recipients: subscribers }
        const sent = await send(sendNewsletter, { params: { id }, body })
        // The number may have changed meanwhile.
        if (!sent.ok) editor.show(stored.value)
        return sent
      }}
      onDone={editor.show}
    >
      <p className="break-words">
        “{editor.content.subject || 'Without a subject'}” goes to everybody who has subscribed and confirmed,
        as the preview shows it, with the prices of this moment.
      </p>
      <p>{durationText(subscribers, perMinute)} It cannot be called back; it can be stopped meanwhile.</p>
    </Confirm>
  )
}
