import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useBusy } from '#app/state/use-busy.ts'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { Section } from '#app/ui/Section.tsx'
import { formatRupees, paise } from '#domain/money.ts'
import { SHOP } from '#domain/shop.ts'
import { factsOfPiece } from '#domain/piece-facts.ts'
import type { Statement } from '#domain/signed-document.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { Article } from './Article.tsx'
import { CertificateDrawing } from './CertificateDrawing.tsx'
import type { CheckedDocument } from './check-document.ts'

const TITLE = 'Check a Document'
const MEANING = [
  {
    heading: 'Who stated it',
    text: 'Genuine proves that we stated these facts, and that nobody has changed them since.',
  },
  {
    heading: 'Which piece it is',
    text: 'That the piece in your hand is the one they are about, its HUID and its weight show.',
  },
  {
    heading: 'Between you and the paper',
    text: 'The check happens on your device; what the code says is not sent to us.',
  },
]
const NOT_CHECKED = 'This could not be checked. Please look at your connection and try again.'

export function meta() {
  return pageMeta({
    title: TITLE,
    description: `Check an invoice or a certificate of ${SHOP.name} by its QR code.`,
    path: paths.verify,
    noindex: true,
  })
}

/** The target of a document's QR code. The code is in the fragment, which no server sees. */
export default function Verify() {
  const [outcome, setOutcome] = useState<CheckedDocument | null>(null)
  const [isBusy, setBusy] = useBusy()
  const latest = useRef(0)

  const check = async (text: string) => {
    const number = ++latest.current
    setBusy(true)
    const { checkDocument } = await import('./check-document.ts').catch(() => ({ checkDocument: null }))
    const checked = checkDocument ? await checkDocument(text) : { kind: 'no connection' as const }
    // Enter starts another check while this one waits for the keys.
    if (number !== latest.current) return
    setOutcome(checked)
    setBusy(false)
  }
  const checkAddress = useEffectEvent(() => {
    if (location.hash.length > 1) void check(location.hash)
  })

  useEffect(() => {
    const onHashChange = () => checkAddress()
    onHashChange()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])

  return (
    <Article
      title={TITLE}
      tagline="Our invoices and certificates carry a QR code that only we can make. Scan it with the camera of your phone, or paste its text here."
    >
      <div className="grid grid-cols-1 gap-8">
        {outcome && <Result outcome={outcome} />}
        <div className="grid grid-cols-1 items-center gap-x-10 gap-y-6 border border-line bg-raised p-[min(1.25rem,5vw)] sm:grid-cols-[1fr_auto] sm:p-8 print:hidden">
          <CertificateDrawing className="mx-auto w-32 sm:order-last sm:w-40" />
          <form
            className="grid grid-cols-1 gap-4"
            // Before hydration, Enter and Check must not send the code in the address.
            method="dialog"
            onSubmit={(event) => {
              event.preventDefault()
              void check(String(new FormData(event.currentTarget).get('code') ?? ''))
            }}
          >
            <Field label="Text of the QR code" name="code" required autoComplete="off" spellCheck={false} />
            <Button
              busy={isBusy}
              onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
              className="justify-self-start"
            >
              Check
            </Button>
          </form>
        </div>
        <WithoutScript>This page needs JavaScript to check a document.</WithoutScript>
        <Section id="meaning" title="What the check tells you">
          <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-3">
            {MEANING.map(({ heading, text }) => (
              <li key={heading} className="border-t border-gold pt-3">
                <h3 className="font-sans font-medium tracking-normal">{heading}</h3>
                <p className="mt-1 text-sm text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Article>
  )
}

const PROBLEMS: Record<Exclude<CheckedDocument['kind'], 'signed' | 'altered'>, string> = {
  unreadable: 'This is not the whole text of one of our QR codes. Please scan it again.',
  'unknown key': 'We have not signed this document.',
  'no connection': NOT_CHECKED,
}

function Result({ outcome }: { readonly outcome: CheckedDocument }) {
  if (outcome.kind === 'altered')
    return (
      <Notice tone="error">
        Not genuine: what this code says is not what we signed. Please{' '}
        <a href={`mailto:${SHOP.email}`} className="underline">
          write to us
        </a>
        .
      </Notice>
    )
  if (outcome.kind !== 'signed') return <Notice tone="error">{PROBLEMS[outcome.kind]}</Notice>
  const { statement } = outcome
  return (
    <section aria-label="What we signed" className="grid grid-cols-1 gap-5">
      {statement.isSpecimen ? (
        <Notice tone="error">A specimen of a test order: signed by us, but nothing was sold.</Notice>
      ) : (
        <Notice tone="success">Genuine: signed by {SHOP.name}.</Notice>
      )}
      <Facts statement={statement} />
      <p className="text-ink-soft">{LIMITS[statement.kind]}</p>
    </section>
  )
}

/** What a signature cannot state, because it stays valid whatever happens later. */
const LIMITS: Record<Statement['kind'], string> = {
  invoice:
    'This was true on the day of the invoice. If the order was cancelled or pieces came back afterwards, the invoice stays genuine, and a credit note states what was taken back.',
  'credit note': 'It credits this amount of the invoice that it names.',
  certificate: 'It describes the piece as it left us, and does not say who owns it now.',
}

const KIND_LABELS: Record<Statement['kind'], string> = {
  invoice: 'Tax invoice',
  'credit note': 'Credit note',
  certificate: 'Certificate',
}

function Facts({ statement: { kind, number, date, total, piece } }: { readonly statement: Statement }) {
  return (
    <div className="border border-line bg-raised p-[min(1.5rem,6vw)]">
      <h2 className="text-xl">{piece ? piece.name : KIND_LABELS[kind]}</h2>
      <dl className="mt-4 grid grid-cols-1 gap-y-2">
        <Fact label={piece ? KIND_LABELS[kind] : 'Number'}>{number}</Fact>
        <Fact label="Date">{formatIndiaDate(new Date(date))}</Fact>
        {total !== null && <Fact label="Total">{formatRupees(paise(total))}</Fact>}
        {piece && (
          <>
            {factsOfPiece(piece).map(([label, value]) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
            {piece.huid !== null && <Fact label="HUID">{piece.huid}</Fact>}
            <Fact label="Article">{piece.sku}</Fact>
          </>
        )}
      </dl>
    </div>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="shrink-0 basis-28 text-ink-soft sm:basis-48">{label}</dt>
      <dd className="min-w-0 font-medium tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}
