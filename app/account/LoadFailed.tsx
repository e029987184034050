import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { LOAD_FAILED } from './words.ts'

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice tone="trouble">
      <p>{LOAD_FAILED}</p>
      <Button variant="quiet" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
