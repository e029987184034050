import type { DeskOrder } from '#contract/desk/orders.ts'
import { readDeskDocuments } from '#contract/desk/tax-documents.ts'
import { formatRupees } from '#domain/money.ts'
import type { DocumentKind } from '#domain/tax-document-kind.ts'
import { Button } from '#app/ui/Button.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useDocumentDownload } from '#app/order/use-document-download.ts'
import { errorText } from '#app/state/error-text.ts'
import { useDesk } from './desk-context.ts'
import { indiaDay } from './texts.ts'

type ListedDocument = DeskOrder['documents'][number]

const KIND_TEXT: Record<DocumentKind, string> = {
  invoice: 'Tax invoice',
  'credit note': 'Credit note',
  certificate: 'Certificates of the pieces',
}

const GONE = 'The document is not there any more. Load the page again.'

/** Invoice, credit notes and certificates of an order, with number, date and amount. */
export function Documents({ order: { number, documents } }: { readonly order: DeskOrder }) {
  const { may, send } = useDesk()
  const { loading, error, download } = useDocumentDownload(
    () => send(readDeskDocuments, { params: { number } }),
    (failure) => (failure ? errorText(failure) : GONE),
  )
  if (!may('read-tax-documents')) return null

  return (
    <Section id="documents" title="Documents">
      {documents.length === 0 && <p>None yet: booking the parcel issues the tax invoice.</p>}
      <ul className="border-t border-line empty:hidden">
        {documents.map((document) => (
          <li
            key={document.number}
            className="grid grid-cols-1 justify-items-start gap-x-4 gap-y-2 border-b border-line py-3 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <span className="min-w-0">
              {labelOf(KIND_TEXT, document.kind)}
              <span className="block text-sm tabular-nums text-ink-soft">{factsOf(document)}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              busy={loading === document.number}
              onClick={() => void download(document.number)}
            >
              Download PDF <span className="sr-only">{document.number}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice className="mt-3">{error}</ErrorNotice>
    </Section>
  )
}

/** Formats `SJ/2627/000123 · 24 Nov 2026 · ₹500.00`. */
function factsOf({ number, kind, issuedAt, total }: ListedDocument): string {
  return [
    ...(kind === 'certificate' ? [] : [number]),
    indiaDay(issuedAt),
    ...(total === null ? [] : [formatRupees(total)]),
  ].join(' · ')
}
