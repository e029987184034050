import { useState } from 'react'
import { readFullPan, readMaskedPan } from '#contract/desk/orders.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { useDesk, useDeskData } from './desk-context.ts'
import { NOT_LOADED } from './texts.ts'

/** Masked; shown in full on demand, until the page is left. */
export function PanSection({ number }: { readonly number: string }) {
  const { send, may } = useDesk()
  const input = { params: { number } }
  const { state } = useDeskData(readMaskedPan, input)
  const [full, setFull] = useState<string | null>(null)
  const { error, run: show } = useCall(
    () => send(readFullPan, input),
    ({ pan }) => setFull(pan),
  )
  const errorShown = error ?? (state.status === 'failed' ? state.error.message || NOT_LOADED : null)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4">
      <p>
        PAN <output className="figures">{full ?? (state.status === 'ready' ? state.value.pan : '')}</output>
      </p>
      {full === null && may('read-pan') && (
        <Button variant="quiet" size="sm" onClick={() => show()}>
          Show in full
        </Button>
      )}
      <ErrorNotice>{errorShown}</ErrorNotice>
    </div>
  )
}
