import { useState } from 'react'
import { readFullPan, readMaskedPan } from '#contract/desk/orders.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useDesk } from './desk-context.ts'
import { NOT_LOADED } from './texts.ts'

/** Masked; in full on demand, until the page is left. */
export function PanSection({ number }: { readonly number: string }) {
  const { send, session } = useDesk()
  const mayShow = session?.permissions.includes('read-pan') ?? false
  const params = { number }
  const { state } = useRequest(number, (signal) => send(readMaskedPan, { params, signal }))
  const [full, setFull] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const show = async () => {
    const result = await send(readFullPan, { params })
    setError(result.ok ? null : result.error.message || NOT_LOADED)
    if (result.ok) setFull(result.value.pan)
  }
  const problem = error ?? (state.status === 'failed' ? state.error.message || NOT_LOADED : null)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4">
      <p>
        PAN <output className="figures">{full ?? (state.status === 'ready' ? state.value.pan : '')}</output>
      </p>
      {full === null && mayShow && (
        <Button variant="quiet" size="sm" onClick={() => void show()}>
          Show in full
        </Button>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </div>
  )
}
