import { AUTH_PATHS, GoogleResponse } from '#contract/auth.ts'
import { callPath } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { useConfig } from '#app/state/config.ts'
import { TestModeNotice } from '#app/layout/TestModeNotice.tsx'

interface GoogleSignInProps {
  readonly label: string
  /** This page, which finds the session when Google sends the person back, or the error. */
  readonly returnTo: string
  readonly disabled: boolean
  readonly onStart: () => void
  readonly onTrouble: () => void
}

/** Not there where the shop offers no sign-in through Google. */
export function GoogleSignIn({ label, returnTo, disabled, onStart, onTrouble }: GoogleSignInProps) {
  const config = useConfig()
  if (config?.googleSignIn === false) return null
  const start = async () => {
    onStart()
    const called = await callPath('POST', AUTH_PATHS.google, GoogleResponse, {
      body: { provider: 'google', callbackURL: returnTo, errorCallbackURL: returnTo },
    })
    if (called.ok) location.assign(called.answer.url)
    else onTrouble()
  }
  return (
    // Keeps its place until the shop has said whether there is such a way.
    <div className={classes('grid gap-5', !config && 'invisible')}>
      <p aria-hidden="true" className="flex items-center gap-4 text-sm text-ink-soft">
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </p>
      <Button variant="secondary" disabled={disabled} onClick={() => void start()}>
        <GoogleMark />
        {label}
      </Button>
      <TestModeNotice provider="google" />
    </div>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5" fill="currentColor">
      <path d="M12 10.2v3.9h5.5a4.7 4.7 0 0 1-2 3.1 6.100 6.100 0 1 1-1.700-10.200l2.800-2.800A9.900 9.900 0 1 0 12 21.900c5.700 0 9.500-4 9.500-9.700 0-.700-.100-1.300-.200-2H12Z" />
    </svg>
  )
}
