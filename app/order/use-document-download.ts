import { useState } from 'react'
import type { OrderDocuments } from '#contract/order-documents.ts'
import type { CallError, CallResult } from '#app/api.ts'
import { savePdf } from '#app/ui/save-file.ts'

interface DocumentDownload {
  /** The number of the document that is being loaded. */
  readonly loading: string | null
  readonly error: string | null
  download(number: string): Promise<void>
}

/**
 * Saves one of the documents that `load` returns. `textOf` is the message on failure; without an error, `load` has no
 * such document.
 */
export function useDocumentDownload(
  load: () => Promise<CallResult<OrderDocuments>>,
  textOf: (error: CallError | null) => string,
): DocumentDownload {
  const [loading, setLoading] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function download(number: string): Promise<void> {
    setLoading(number)
    setError(null)
    const result = await load()
    setLoading(null)
    const document = result.ok ? result.value.documents.find((each) => each.number === number) : undefined
    if (document) savePdf(document.number, document.pdf)
    else setError(textOf(result.ok ? null : result.error))
  }
  return { loading, error, download }
}
