/** Shared by the 3D view and the spin, which replace the photograph. */
import type { ReactNode } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { IconButton } from '#app/ui/IconButton.tsx'
import { Notice } from '#app/ui/Notice.tsx'

interface ViewerButton {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

export function ViewerButtons({ buttons }: { readonly buttons: readonly ViewerButton[] }) {
  return (
    // If text is large, they fit side by side.
    <div className="pointer-events-none @container absolute inset-x-[min(0.75rem,3vw)] bottom-[min(0.75rem,3vw)] flex items-center justify-end gap-[min(0.5rem,2vw)]">
      <p className="mr-auto hidden rounded-sm bg-ground/85 px-2 py-1 text-xs text-ink-soft @min-[18rem]:block">
        Drag to turn
      </p>
      {buttons.map((button) => (
        <IconButton
          key={button.label}
          {...button}
          className="pointer-events-auto size-[max(44px,min(2.75rem,12vw))] shrink-0 bg-ground/85"
        />
      ))}
    </div>
  )
}

/** For people who cannot drag. */
export function turnButtons(onTurn: (direction: 1 | -1) => void): readonly ViewerButton[] {
  return [
    { label: 'Turn to the left', icon: <Turntable />, onClick: () => onTurn(-1) },
    {
      label: 'Turn to the right',
      icon: <Turntable className="-scale-x-100" />,
      onClick: () => onTurn(1),
    },
  ]
}

/** Not one of the icons that every page loads. Its front turns to the left. */
function Turntable({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('size-5 shrink-0', className)}
    >
      <path d="M12 2.8v2.5M6 15C4.5 14.2 3.5 13.2 3.5 12c0-2.4 3.8-4.3 8.5-4.3s8.5 1.9 8.5 4.3-3.8 4.3-8.5 4.3h-1.5m2.8-2.8-2.8 2.8 2.8 2.8" />
    </svg>
  )
}

interface ViewerErrorProps {
  readonly children: ReactNode
  readonly onRetry: () => void
}

export function ViewerError({ children, onRetry }: ViewerErrorProps) {
  return (
    <Notice tone="error" className="absolute inset-x-0 top-0">
      <p>{children}</p>
      <Button variant="secondary" size="sm" onClick={onRetry} className="mt-3">
        Try again
      </Button>
    </Notice>
  )
}

interface ViewerProgressProps {
  readonly label: string
  /** From 0 to 1. */
  readonly progress: number
}

export function ViewerProgress({ label, progress }: ViewerProgressProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={progress}
      className="absolute inset-x-0 top-0 block h-1 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-gold [&::-webkit-progress-value]:transition-[width]"
    />
  )
}
