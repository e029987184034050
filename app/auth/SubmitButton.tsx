import { Button } from '#app/ui/Button.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

interface SubmitButtonProps {
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
}

/**
 * Waits until the page answers: before that the browser itself would send the form to an address that takes none. What
 * is typed meanwhile stays, and the button looks as it will.
 */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  const isBrowser = useIsBrowser()
  return (
    <Button
      type="submit"
      disabled={!isBrowser}
      busy={busy}
      className={
        isBrowser ? undefined : 'disabled:border-action! disabled:bg-action! disabled:text-on-action!'
      }
    >
      {busy ? busyLabel : label}
    </Button>
  )
}
