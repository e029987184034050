import { useEffect, useId, useRef, useState } from 'react'
import { callOnDemand } from '#app/state/call-on-demand.ts'
import { useForm } from '#app/state/use-form.ts'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

const NO_CONNECTION = 'Your address could not be sent. Please check your connection and try again.'

/** Subscribes to the newsletter; the address is confirmed by e-mail (D17). */
export function NewsletterForm() {
  const fieldId = useId()
  const canSend = useIsBrowser()
  const [sentText, setSentText] = useState<string | null>(null)
  const { onSubmit, isBusy, error } = useForm(
    ({ email = '' }) =>
      callOnDemand(import('./newsletter-calls.ts'), ({ requestSubscription }) => requestSubscription(email)),
    ({ message }) => setSentText(message),
    ({ message }) => message || NO_CONNECTION,
  )

  // The focused button is removed on success.
  const output = useRef<HTMLOutputElement>(null)
  const isSent = sentText !== null
  useEffect(() => {
    if (isSent) output.current?.focus()
  }, [isSent])

  return (
    <section aria-labelledby={`${fieldId}-title`}>
      <h2 id={`${fieldId}-title`} className="text-xl">
        Stay Updated
      </h2>
      <p className="pt-2 text-balance text-on-band-soft">New pieces and offers, now and then, by e-mail.</p>
      {!isSent && (
        <form onSubmit={onSubmit} className="flex max-w-md flex-wrap gap-y-2 pt-4">
          <label htmlFor={fieldId} className="sr-only">
            Email address
          </label>
          <input
            id={fieldId}
            {...EMAIL_INPUT}
            required
            placeholder="Your email address"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${fieldId}-status` : undefined}
            className="newsletter-field"
          />
          <button type="submit" disabled={!canSend || isBusy} className="newsletter-button">
            {isBusy ? 'Sending...' : 'Subscribe'}
          </button>
        </form>
      )}
      <output
        ref={output}
        id={`${fieldId}-status`}
        tabIndex={-1}
        className="block pt-2.5 text-on-band empty:hidden"
      >
        {sentText ?? error}
      </output>
    </section>
  )
}
