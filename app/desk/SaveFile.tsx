import type * as z from 'zod/mini'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import type { DownloadFile } from '#contract/desk/stock.ts'
import { Button } from '#app/ui/Button.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { useCall } from '#app/state/use-call.ts'
import { useDesk } from './desk-context.ts'

interface SaveFileProps<Request extends z.ZodMiniType> {
  readonly endpoint: DeskEndpoint<Request, typeof DownloadFile>
  readonly body?: z.input<Request>
  readonly label: string
}

/** A button that fetches a file with the desk's session and has the browser save it. */
export function SaveFile<Request extends z.ZodMiniType>({ endpoint, body, label }: SaveFileProps<Request>) {
  const { send } = useDesk()
  const saving = useCall(
    () => send(endpoint, body === undefined ? {} : { body }),
    ({ name, text }) => saveFile(name, text, name.endsWith('.json') ? 'application/json' : 'text/csv'),
  )
  return (
    <div>
      <Button variant="secondary" size="sm" busy={saving.isBusy} onClick={() => saving.run()}>
        {label}
      </Button>
      {saving.error && (
        <p role="alert" className="mt-2 text-sm text-ruby">
          {saving.error}
        </p>
      )}
    </div>
  )
}
