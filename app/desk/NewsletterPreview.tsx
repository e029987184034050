import { useEffect, useRef, useState } from 'react'
import type { NewsletterEmail } from '#contract/desk/newsletters.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { classes } from '#app/ui/classes.ts'

const VIEWS = ['Desktop', 'Phone', 'Text'] as const
type View = (typeof VIEWS)[number]

interface NewsletterPreviewProps {
  readonly email: NewsletterEmail
}

/** The e-mail as a subscriber sees it. */
export function NewsletterPreview({ email }: NewsletterPreviewProps) {
  const [view, setView] = useState<View>('Desktop')
  return (
    <section aria-label="Preview" className="min-w-0">
      <fieldset className="flex flex-wrap items-center gap-x-6 border-b border-line print:hidden">
        <legend className="sr-only">Preview</legend>
        {VIEWS.map((each) => (
          <label
            key={each}
            className={classes(
              'inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center border-b-2 px-1 has-focus-visible:outline-2',
              each === view ? 'border-gold text-ink' : 'border-ground text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name="preview"
              checked={each === view}
              onChange={() => setView(each)}
              className="sr-only"
            />
            {each}
          </label>
        ))}
      </fieldset>
      <p className="mt-3 text-sm break-words text-ink-soft">
        Subject: <span className="text-ink">{email.subject === '' ? 'none yet' : email.subject}</span>
      </p>
      {view === 'Text' ? (
        <pre className="mt-4 border border-line bg-raised p-5 font-sans text-base break-words whitespace-pre-wrap">
          {email.text}
        </pre>
      ) : (
        <EmailFrame html={email.html} className={view === 'Phone' ? 'max-w-[390px]' : 'max-w-[700px]'} />
      )}
    </section>
  )
}

const HEIGHT_MIN = 320

/** In a page of its own, because the desk's policy allows no inline styles; no script can run in it. */
function EmailFrame({ html, className }: { readonly html: string; readonly className: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [height, setHeight] = useState(HEIGHT_MIN)
  useEffect(() => {
    const page = isLoaded ? frame.current?.contentDocument : null
    if (!page) return
    page.documentElement.lang = 'en-IN'
    page.documentElement.innerHTML = html
    page.head.insertAdjacentHTML('beforeend', '<base target="_blank">')
    const fit = () => setHeight(Math.max(HEIGHT_MIN, page.body.offsetHeight))
    const observer = new ResizeObserver(fit)
    observer.observe(page.body)
    return () => observer.disconnect()
  }, [html, isLoaded])
  return (
    <iframe
      ref={frame}
      title="The newsletter"
      src={EXTERNAL_PATHS.newsletterFrame}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setLoaded(true)}
      style={{ height }}
      className={classes('mt-4 block w-full border border-line', className)}
    />
  )
}
