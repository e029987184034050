import { useState } from 'react'
import { readDeskDocuments } from '#contract/desk/tax-documents.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { savePdf } from '#app/ui/save-file.ts'
import { useDesk } from './desk-context.ts'
import { errorText } from './texts.ts'

const NONE =
  'This order has no document yet: its parcel is not booked, the tax of a line is unknown, or the shop may not issue invoices yet.'

/** Downloads invoice, credit notes and certificates of an order. */
export function DownloadDocuments({ number }: { readonly number: string }) {
  const { session, send } = useDesk()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  if (session?.permissions.includes('read-tax-documents') !== true) return null

  async function download() {
    setBusy(true)
    setMessage(null)
    const result = await send(readDeskDocuments, { params: { number } })
    setBusy(false)
    if (!result.ok) return setMessage(errorText(result.error))
    if (result.value.documents.length === 0) setMessage(NONE)
    for (const document of result.value.documents) savePdf(document.number, document.pdf)
  }

  return (
    <section aria-label="Tax documents">
      <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
        Download documents
      </Button>
      {message && (
        <Notice tone="error" className="mt-3">
          {message}
        </Notice>
      )}
    </section>
  )
}
