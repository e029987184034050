/** Shared by the 3D view and the spin, which replace the photograph. */
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { Notice } from '#app/ui/Notice.tsx'

interface ViewerButton {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

/** A disc smaller than its target, so that the piece dominates a small picture. */
const BUTTON = 'size-[max(44px,min(2.75rem,12vw))] shrink-0 bg-ground/85 bg-clip-content p-1 hover:bg-sunken'

interface ViewerFrameProps {
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** With a close button in the picture: the button below it is out of view on phones in landscape. */
export function ViewerFrame({ closeLabel, onClose, children }: ViewerFrameProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    // It handles the keys of the viewer and of the buttons inside. When it is brought into view, 2rem less than the
    // page's `scroll-padding-top` of 7rem is kept free above it: the header is lower than that, and a low window has no
    // room to spare.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={bringIntoView} onKeyDown={onKeyDown} className="absolute inset-0 -scroll-mt-8">
      {children}
      <IconButton
        label={closeLabel}
        icon={<Icon name="close" />}
        onClick={onClose}
        className={classes('absolute top-1 right-1 z-1', BUTTON)}
      />
    </div>
  )
}

/** In a low window, the button below a picture can be pressed only after scrolling the picture out of view. */
function bringIntoView(frame: HTMLElement | null): void {
  frame?.scrollIntoView({ block: 'nearest' })
}

export function ViewerButtons({ buttons }: { readonly buttons: readonly ViewerButton[] }) {
  return (
    // If text is large, they fit side by side. Low pictures have no room for a row below the piece.
    <div className="pointer-events-none @container absolute inset-x-1 bottom-1 flex items-center justify-end low:max-h-[calc(100%-3.25rem)] low:flex-col low:flex-wrap-reverse low:content-start low:items-start print:hidden">
      <p className="mr-auto ml-2 hidden rounded-sm bg-ground/85 px-2 py-1 text-xs text-ink-soft @min-[18rem]:block low:hidden">
        Drag to turn
      </p>
      {buttons.map((button) => (
        <IconButton key={button.label} {...button} className={classes('pointer-events-auto', BUTTON)} />
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

/** Not one of the icons that every page loads. The ring of a turntable; its front turns to the left. */
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
      <path d="M6.6 14.4C4.4 13.6 3 12.4 3 11c0-2.5 4-4.5 9-4.5s9 2 9 4.5-4 4.5-9 4.5h-1.5m3-3-3 3 3 3" />
    </svg>
  )
}

interface ViewerErrorProps {
  readonly children: ReactNode
  readonly onRetry: () => void
}

export function ViewerError({ children, onRetry }: ViewerErrorProps) {
  return (
    <Notice tone="error" className="absolute inset-x-0 top-0 pr-14">
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
