import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'

export const CART_LOAD_ERROR =
  'The pieces in your cart could not be loaded. Please check your connection and try again.'
export const CHECKOUT_NEEDS_CONNECTION =
  'You seem to be offline. Checkout needs a connection; your cart stays as it is.'

interface LoadErrorProps {
  readonly text: string
  readonly onRetry: () => void
}

export function LoadError({ text, onRetry }: LoadErrorProps) {
  return (
    <Notice tone="error">
      <p>{text}</p>
      <Button variant="quiet" size="sm" onClick={onRetry} className="-ml-4">
        Try again
      </Button>
    </Notice>
  )
}
