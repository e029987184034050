interface RevealButtonProps {
  readonly isShown: boolean
  readonly onChange: (isShown: boolean) => void
}

/** At the end of a password field. */
export function RevealButton({ isShown, onChange }: RevealButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
      className="min-h-11 px-3.5 text-sm text-ink-soft -outline-offset-2 hover:text-ink"
    >
      {isShown ? 'Hide' : 'Show'}
      <span className="sr-only"> password</span>
    </button>
  )
}
