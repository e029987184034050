import { Button } from '#app/ui/Button.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

interface SubmitButtonProps {
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
}

/** Submits once the page answers: before that the browser itself would send the form to an address that takes none. */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  const isBrowser = useIsBrowser()
  return (
    <Button type={isBrowser ? 'submit' : 'button'} busy={busy}>
      {busy ? busyLabel : label}
    </Button>
  )
}
