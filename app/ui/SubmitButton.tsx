import type { MouseEvent } from 'react'
import { Button } from './Button.tsx'
import { useIsBrowser } from './use-is-browser.ts'

interface SubmitButtonProps {
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
  readonly className?: string
}

/**
 * Submits nothing before hydration: the browser itself would send the fields to the page's own address. Earlier clicks
 * are replayed (`app/ui/replay-events.ts`).
 */
export function SubmitButton({ label, busyLabel, busy, className }: SubmitButtonProps) {
  const isBrowser = useIsBrowser()
  return (
    <>
      {/* Enter would click the first submit button. */}
      {!isBrowser && <button type="submit" aria-label={label} disabled hidden />}
      <Button
        type={isBrowser ? 'submit' : 'button'}
        busy={busy}
        onClick={isBrowser ? undefined : submitForm}
        className={className}
      >
        {busy ? busyLabel : label}
      </Button>
    </>
  )
}

function submitForm({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.form?.requestSubmit()
}
