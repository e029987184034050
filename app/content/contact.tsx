import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field, TextAreaField } from '#app/ui/Field.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { Icon, type IconName } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { ShopEmail } from '#app/ui/ShopEmail.tsx'
import { callOnDemand } from '#app/state/call-on-demand.ts'
import { createStorageItem } from '#app/state/browser-storage.ts'
import { useForm } from '#app/state/use-form.ts'
import { NAME_LENGTH_MAX } from '#domain/limits.ts'
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

/** The server only names the rejected fields. */
const FIELD_ERRORS: Message = {
  name: 'Please enter your name.',
  email: 'Please enter a complete e-mail address, such as asha@example.in.',
  message: 'Please write your message.',
}
const SEE_FIELDS = 'Your message was not sent. Please correct what is marked above.'

const NOT_SENT = `Your message could not be sent. It is still here: please try again, or write to ${SHOP.email}.`

/** The draft survives failures and a reload of the tab, until it is sent. */
function ContactForm() {
  const element = useRef<HTMLFormElement>(null)
  const canSend = useIsBrowser()
  const [sentText, setSentText] = useState<string | null>(null)
  const { onSubmit, isBusy, error, fieldErrors } = useForm(
    sendMessage,
    ({ message }, form) => {
      form.reset()
      contactDraft.set(null)
      setSentText(message)
    },
    ({ message }) => message || NOT_SENT,
  )
  const hasFieldErrors = Object.keys(fieldErrors).length > 0

  useEffect(() => {
    if (element.current) restoreDraft(element.current)
  }, [])
  useEffect(() => {
    if (hasFieldErrors) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [hasFieldErrors])

  return (
    <form
      ref={element}
      onSubmit={onSubmit}
      onInput={(event) => {
        contactDraft.set(Object.fromEntries(new FormData(event.currentTarget)))
        setSentText(null)
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          name="name"
          required
          maxLength={NAME_LENGTH_MAX}
          autoComplete="name"
          error={fieldErrors.name}
        />
        <Field {...EMAIL_INPUT} label="Email address" required error={fieldErrors.email} />
      </div>
      <TextAreaField
        label="Message"
        name="message"
        required
        maxLength={4000}
        rows={7}
        error={fieldErrors.message}
      />
      {(error ?? hasFieldErrors) && <Notice tone="error">{error ?? SEE_FIELDS}</Notice>}
      {sentText && <Notice tone="success">{sentText}</Notice>}
      <Button type="submit" disabled={!canSend} busy={isBusy} className="self-start">
        {isBusy ? 'Sending...' : 'Send message'}
      </Button>
    </form>
  )
}

async function sendMessage({ name = '', email = '', message = '' }: Partial<Message>) {
  const result = await callOnDemand(import('./contact-call.ts'), ({ callContact }) =>
    callContact({ name, email, message }),
  )
  if (result.ok) return result
  const rejected = Object.entries(FIELD_ERRORS).filter(([field]) => field in result.error.fields)
  return { ok: false as const, error: { ...result.error, fields: Object.fromEntries(rejected) } }
}

/** Fills only empty fields: the shopper may have typed before hydration. */
function restoreDraft(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(contactDraft.get() ?? {})) {
    const field = form.elements.namedItem(name)
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isField && field.value === '' && typeof text === 'string') field.value = text
  }
}
