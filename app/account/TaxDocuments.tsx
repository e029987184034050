/** The tax invoice of an order and its credit notes, as PDF. */
import { useState } from 'react'
import { readOrderDocuments } from '#contract/order-documents.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { savePdf } from '#app/ui/save-file.ts'

const NONE = 'There is no tax invoice for this order yet. Please write to us if you need one.'
const FAILED = 'The invoice could not be loaded. Please try again.'

export function TaxDocuments({ number }: { readonly number: string }) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  async function download() {
    setBusy(true)
    setMessage(null)
    const result = await callAuthenticated(readOrderDocuments, { params: { number } })
    setBusy(false)
    if (!result.ok) return setMessage(FAILED)
    const { documents } = result.value
    if (documents.length === 0) setMessage(NONE)
    for (const document of documents) savePdf(document.number, document.pdf)
  }

  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
        Download Invoice
      </Button>
      {message && <Notice tone="error">{message}</Notice>}
    </>
  )
}
