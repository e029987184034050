import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field, TextAreaField } from '#app/ui/Field.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { Icon, type IconName } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { ShopEmail } from '#app/ui/ShopEmail.tsx'
import { createStorageItem } from '#app/state/browser-storage.ts'
import { SHOP } from '#domain/shop.ts'
import type { Message } from './contact-call.ts'

const TAGLINE = 'Ask about a size, a stone, an order or an occasion. A person from the shop answers.'

export function meta() {
  return pageMeta({
    title: 'Contact',
    description: `Write to ${SHOP.name} or call ${SHOP.phone}. ${TAGLINE}`,
    path: paths.contact,
    jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: 'Contact', to: paths.contact })] : [],
  })
}

export default function Contact() {
  return (
    <div className="page">
      <Breadcrumbs here="Contact" />
      <PageTitle title="Contact" tagline={TAGLINE} />
      <div className="grid grid-cols-1 gap-x-20 gap-y-12 max-sm:pt-4 lg:grid-cols-[1fr_1.4fr]">
        <div>
          <h2 className="pb-3 text-xl">{SHOP.name}</h2>
          <address className="not-italic">
            <p className="pb-4 text-ink-soft">
              {SHOP.city}, since <span className="figures">{SHOP.since}</span>
            </p>
            <ContactLine icon="phone" href={`tel:${SHOP.phone.replaceAll(' ', '')}`} text={SHOP.phone} />
            <ContactLine icon="mail" href={`mailto:${SHOP.email}`} text={<ShopEmail />} />
          </address>
          <Picture
            base="/pictures/home-10"
            widths={[800, 1600]}
            sizes="(min-width: 64rem) 40vw, 1px"
            alt=""
            width={1600}
            height={733}
            className="mt-10 hidden aspect-3/2 w-full object-cover object-right lg:block"
          />
        </div>
        <ContactForm />
      </div>
    </div>
  )
}

function ContactLine({
  icon,
  href,
  text,
}: {
  readonly icon: IconName
  readonly href: string
  readonly text: ReactNode
}) {
  return (
    <p>
      <a
        href={href}
        className="inline-flex min-h-11 items-center gap-3 wrap-anywhere tabular-nums lining-nums hover:text-gold-ink"
      >
        <Icon name={icon} className="size-5 text-gold" />
        {text}
      </a>
    </p>
  )
}

const contactDraft = createStorageItem<object | null>(
  'contactDraft',
  null,
  (stored) => (typeof stored === 'object' ? stored : null),
  { storage: 'sessionStorage' },
)

type FormState =
  | { readonly stage: 'writing'; readonly error: string | null; readonly fields: Partial<Message> }
  | { readonly stage: 'sending' }
  | { readonly stage: 'sent'; readonly text: string }

/** The server only names the rejected fields. */
const FIELD_ERRORS: Message = {
  name: 'Please enter your name.',
  email: 'Please enter a complete e-mail address, such as asha@example.in.',
  message: 'Please write your message.',
}
const SEE_FIELDS = 'Your message was not sent. Please correct what is marked above.'

const WRITING: FormState = { stage: 'writing', error: null, fields: {} }
const NOT_SENT = `Your message could not be sent. It is still here: please try again, or write to ${SHOP.email}.`

/** The draft survives failures and a reload of the tab, until it is sent. */
function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const canSend = useIsBrowser()
  const [state, setState] = useState<FormState>(WRITING)
  const fields = state.stage === 'writing' ? state.fields : {}

  useEffect(() => {
    if (form.current) restoreDraft(form.current)
  }, [])
  useEffect(() => {
    if (state.stage === 'writing' && state.error)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [state])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const target = event.currentTarget
    const message = messageIn(target)
    setState({ stage: 'sending' })
    const outcome = await sendMessage(message)
    if (outcome.stage === 'sent') {
      target.reset()
      contactDraft.set(null)
    }
    setState(outcome)
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      onInput={(event) => {
        contactDraft.set(messageIn(event.currentTarget))
        if (state.stage === 'sent') setState(WRITING)
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" required maxLength={120} autoComplete="name" error={fields.name} />
        <Field
          label="Email address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          error={fields.email}
        />
      </div>
      <TextAreaField
        label="Message"
        name="message"
        required
        maxLength={4000}
        rows={7}
        error={fields.message}
      />
      {state.stage === 'writing' && state.error && <Notice tone="error">{state.error}</Notice>}
      {state.stage === 'sent' && <Notice tone="success">{state.text}</Notice>}
      <Button type="submit" disabled={!canSend} busy={state.stage === 'sending'} className="self-start">
        {state.stage === 'sending' ? 'Sending...' : 'Send message'}
      </Button>
    </form>
  )
}

async function sendMessage(message: Message): Promise<FormState> {
  // Loaded on demand, because it includes the contract's schemas.
  const result = await import('./contact-call.ts').then(
    ({ callContact }) => callContact(message),
    () => null,
  )
  if (result?.ok) return { stage: 'sent', text: result.value.message }
  const refused = fieldsOf(result?.error.fields ?? {})
  const error = Object.keys(refused).length > 0 ? SEE_FIELDS : result?.error.message || NOT_SENT
  return { stage: 'writing', error, fields: refused }
}

function fieldsOf(refused: Readonly<Record<string, string>>): Partial<Message> {
  return Object.fromEntries(Object.entries(FIELD_ERRORS).filter(([name]) => name in refused))
}

function messageIn(form: HTMLFormElement): Message {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  return { name: text('name'), email: text('email'), message: text('message') }
}

/** Fills only empty fields: the shopper may have typed before hydration. */
function restoreDraft(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(contactDraft.get() ?? {})) {
    const field = form.elements.namedItem(name)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isField && field.value === '' && typeof text === 'string') field.value = text
  }
}
