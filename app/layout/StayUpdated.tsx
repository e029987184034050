import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

type FormState =
  | { readonly stage: 'open'; readonly trouble: string | null }
  | { readonly stage: 'sending' }
  | { readonly stage: 'sent'; readonly words: string }

/** Asks for an address; the mail that follows asks to confirm it (D17). */
export function StayUpdated() {
  const fieldId = useId()
  const canSend = useIsBrowser()
  const [state, setState] = useState<FormState>({ stage: 'open', trouble: null })

  // The button that had the focus is gone once the address has been taken.
  const words = useRef<HTMLOutputElement>(null)
  const isSent = state.stage === 'sent'
  useEffect(() => {
    if (isSent) words.current?.focus()
  }, [isSent])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setState({ stage: 'sending' })
    setState(await subscribed(email))
  }

  const trouble = state.stage === 'open' ? state.trouble : null
  return (
    <section aria-labelledby={`${fieldId}-title`}>
      <h2 id={`${fieldId}-title`} className="text-xl">
        Stay Updated
      </h2>
      <p className="pt-2 text-on-band-soft">New pieces and offers, now and then, by email.</p>
      {!isSent && (
        <form onSubmit={(event) => void send(event)} className="flex max-w-md pt-4">
          <label htmlFor={fieldId} className="sr-only">
            Email address
          </label>
          <input
            id={fieldId}
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            placeholder="Your email address"
            aria-invalid={trouble ? true : undefined}
            aria-describedby={trouble ? `${fieldId}-words` : undefined}
            className="h-12 w-0 grow rounded-l-sm border border-r-0 border-on-band-soft bg-transparent px-3.5 text-on-band placeholder:text-on-band-soft"
          />
          <button
            type="submit"
            disabled={!canSend || state.stage === 'sending'}
            className="h-12 rounded-r-sm border border-on-band-soft px-4 font-medium text-on-band transition-colors hover:border-on-band hover:bg-on-band hover:text-band"
          >
            {state.stage === 'sending' ? 'Sending...' : 'Subscribe'}
          </button>
        </form>
      )}
      <output
        ref={words}
        id={`${fieldId}-words`}
        tabIndex={-1}
        className="block pt-2.5 text-on-band empty:hidden"
      >
        {isSent ? state.words : trouble}
      </output>
    </section>
  )
}

async function subscribed(email: string): Promise<FormState> {
  // Downloaded by those who subscribe.
  const sent = await import('./subscribe.ts').then(
    ({ subscribeByMail }) => subscribeByMail(email),
    () => null,
  )
  if (sent === null) return { stage: 'open', trouble: NO_CONNECTION }
  return sent.ok
    ? { stage: 'sent', words: sent.words }
    : { stage: 'open', trouble: sent.words || NO_CONNECTION }
}

const NO_CONNECTION = 'That did not reach us. Please check your connection and try again.'
