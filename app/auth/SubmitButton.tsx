import type { MouseEvent } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

interface SubmitButtonProps {
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
}

/**
 * Before the page answers it sends nothing: the browser itself would send the form to an address that takes none. A press
 * is kept until then (ui/early.ts), and what is typed stays.
 */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  const isBrowser = useIsBrowser()
  return (
    <>
      {/* What Enter would press. */}
      {!isBrowser && <button type="submit" aria-label={label} disabled hidden />}
      <Button type={isBrowser ? 'submit' : 'button'} busy={busy} onClick={isBrowser ? undefined : submitForm}>
        {busy ? busyLabel : label}
      </Button>
    </>
  )
}

function submitForm({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.form?.requestSubmit()
}
