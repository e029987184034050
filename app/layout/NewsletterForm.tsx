import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

type FormState =
  | { readonly stage: 'open'; readonly error: string | null }
  | { readonly stage: 'sending' }
  | { readonly stage: 'sent'; readonly text: string }

/** Subscribes to the newsletter; the address is confirmed by e-mail (D17). */
export function NewsletterForm() {
  const fieldId = useId()
  const canSend = useIsBrowser()
  const [state, setState] = useState<FormState>({ stage: 'open', error: null })

  // The focused button is removed on success.
  const output = useRef<HTMLOutputElement>(null)
  const isSent = state.stage === 'sent'
  useEffect(() => {
    if (isSent) output.current?.focus()
  }, [isSent])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setState({ stage: 'sending' })
    setState(await subscribe(email))
  }

  const error = state.stage === 'open' ? state.error : null
  return (
    <section aria-labelledby={`${fieldId}-title`}>
      <h2 id={`${fieldId}-title`} className="text-xl">
        Stay Updated
      </h2>
      <p className="pt-2 text-balance text-on-band-soft">New pieces and offers, now and then, by e-mail.</p>
      {!isSent && (
        <form onSubmit={(event) => void send(event)} className="flex max-w-md flex-wrap gap-y-2 pt-4">
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
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${fieldId}-status` : undefined}
            className="newsletter-field"
          />
          <button
            type="submit"
            disabled={!canSend || state.stage === 'sending'}
            className="newsletter-button"
          >
            {state.stage === 'sending' ? 'Sending...' : 'Subscribe'}
          </button>
        </form>
      )}
      <output
        ref={output}
        id={`${fieldId}-status`}
        tabIndex={-1}
        className="block pt-2.5 text-on-band empty:hidden"
      >
        {isSent ? state.text : error}
      </output>
    </section>
  )
}

async function subscribe(email: string): Promise<FormState> {
  const sent = await import('./subscribe.ts').then(
    ({ requestSubscription }) => requestSubscription(email),
    () => null,
  )
  if (sent === null) return { stage: 'open', error: NO_CONNECTION }
  return sent.ok ? { stage: 'sent', text: sent.value } : { stage: 'open', error: sent.error || NO_CONNECTION }
}

const NO_CONNECTION = 'Your address could not be sent. Please check your connection and try again.'
