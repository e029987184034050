/** The tax invoice of an order, its credit notes and the certificates of its pieces, as PDF. */
import { useState } from 'react'
import { readOrderDocuments } from '#contract/order-documents.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { savePdf } from '#app/ui/save-file.ts'

const NO_INVOICE = 'There is no tax invoice for this order yet. Please write to us if you need one.'
const NO_CERTIFICATE = 'There is no certificate for this order. Please write to us if you need one.'
const FAILED = 'The documents could not be loaded. Please try again.'

export function TaxDocuments({ number }: { readonly number: string }) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  async function download(wanted: 'invoice' | 'certificate') {
    setBusy(true)
    setMessage(null)
    const result = await callAuthenticated(readOrderDocuments, { params: { number } })
    setBusy(false)
    if (!result.ok) return setMessage(FAILED)
    const documents = result.value.documents.filter(
      ({ kind }) => (kind === 'certificate') === (wanted === 'certificate'),
    )
    if (documents.length === 0) setMessage(wanted === 'invoice' ? NO_INVOICE : NO_CERTIFICATE)
    for (const document of documents) savePdf(document.number, document.pdf)
  }

  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={() => void download('invoice')}>
        Download Invoice
      </Button>
      <Button variant="secondary" busy={isBusy} onClick={() => void download('certificate')}>
        Download Certificate
      </Button>
      {message && <Notice tone="error">{message}</Notice>}
    </>
  )
}
