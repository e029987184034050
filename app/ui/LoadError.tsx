import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'

export const CART_LOAD_ERROR =
  'The pieces in your cart could not be loaded. Please check your connection and try again.'

interface UnreachableProps {
  /** What could not be had, and that it may be tried again. */
  readonly words: string
  readonly onRetry: () => void
}

export function LoadError({ words, onRetry }: UnreachableProps) {
  return (
    <Notice tone="trouble">
      <p>{words}</p>
      <Button variant="quiet" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
