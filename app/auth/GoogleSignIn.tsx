import { AUTH_PATHS, GoogleResponse } from '#contract/auth.ts'
import { callPath } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { useConfig } from '#app/state/config.ts'
import { TestModeNotice } from '#app/layout/TestModeNotice.tsx'

interface GoogleSignInProps {
  readonly label: string
  /** The path that Google redirects back to, with a session or an error. */
  readonly returnTo: string
  readonly disabled: boolean
  readonly onStart: () => void
  readonly onError: () => void
}

export function GoogleSignIn({ label, returnTo, disabled, onStart, onError }: GoogleSignInProps) {
  const config = useConfig()
  if (config?.googleSignIn === false) return null
  const start = async () => {
    onStart()
    const result = await callPath('POST', AUTH_PATHS.google, GoogleResponse, {
      body: { provider: 'google', callbackURL: returnTo, errorCallbackURL: returnTo },
    })
    if (result.ok) location.assign(result.value.url)
    else onError()
  }
  return (
    // Reserves its space until the config is loaded.
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
      <path d="M12 10.2v3.9h5.5a4.7 4.7 0 0 1-2 3.1 6.1 6.1 0 1 1-1.7-10.2l2.8-2.8A9.9 9.9 0 1 0 12 21.9c5.7 0 9.5-4 9.5-9.7 0-.7-.1-1.3-.2-2H12Z" />
    </svg>
  )
}
