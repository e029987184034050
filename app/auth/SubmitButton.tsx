import type { MouseEvent } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'

interface SubmitButtonProps {
  readonly label: string
  readonly busyLabel: string
  readonly busy: boolean
}

/**
 * Submits nothing before hydration: the browser itself would post the form to a path that accepts none. Earlier clicks
 * are replayed (`app/ui/replay-events.ts`).
 */
export function SubmitButton({ label, busyLabel, busy }: SubmitButtonProps) {
  const isBrowser = useIsBrowser()
  return (
    <>
      {/* Enter would click the first submit button. */}
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
