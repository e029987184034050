/** The tax invoice of an order, its credit notes and the certificates of its pieces, as PDF. */
import type { OrderDetails } from '#contract/account.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { readOrderDocuments } from '#contract/order-documents.ts'
import { formatRupees } from '#domain/money.ts'
import type { DocumentKind } from '#domain/tax-document-kind.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useDocumentDownload } from '#app/order/use-document-download.ts'

const FAILED = 'The document could not be loaded. Please try again.'

type ListedDocument = OrderDetails['documents'][number]

const KIND_TEXT: Record<DocumentKind, string> = {
  invoice: 'Tax invoice',
  'credit note': 'Credit note',
  certificate: 'Certificate',
}

/** Renders nothing until there is a document. */
export function TaxDocuments({ order: { number, documents } }: { readonly order: OrderDetails }) {
  const { loading, error, download } = useDocumentDownload(
    () => callAuthenticated(readOrderDocuments, { params: { number } }),
    () => FAILED,
  )
  if (documents.length === 0) return null

  return (
    <section aria-labelledby="documents" className="border-t border-line pt-5">
      <h2 id="documents" className="overline-text font-sans text-ink-soft">
        Documents
      </h2>
      <ul className="mt-2 grid gap-4">
        {documents.map((document) => (
          <li key={document.number} className="grid gap-1.5">
            <p>
              {labelOf(KIND_TEXT, document.kind)}
              <span className="block text-sm wrap-anywhere text-ink-soft">{factsOf(document)}</span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              busy={loading === document.number}
              onClick={() => void download(document.number)}
            >
              Download {document.kind === UNKNOWN_VALUE ? 'document' : KIND_TEXT[document.kind]}
              <span className="sr-only"> {document.number}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice className="mt-4">{error}</ErrorNotice>
    </section>
  )
}

/** Formats `SJ/2627/000123 · 24 November 2026 · ₹500.00`. */
function factsOf({ number, kind, issuedAt, total }: ListedDocument): string {
  return [
    ...(kind === 'certificate' ? [] : [number]),
    formatIndiaDate(new Date(issuedAt)),
    ...(total === null ? [] : [formatRupees(total)]),
  ].join(' · ')
}
