import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import { useMayMove } from './motion.ts'

interface CarouselProps {
  readonly label: string
  readonly intervalMs: number
  readonly slides: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[]
  readonly className?: string
}

/**
 * One slide at a time, changing by itself until the person pauses it, points at it, tabs into it or looks away
 * (decisions.md 35). While it moves it says nothing; stopped, it reads each slide out as it comes.
 */
export function Carousel({ label, intervalMs, slides, className }: CarouselProps) {
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState({ byPointer: false, byFocus: false })
  // A prerendered page stands still; it starts to move once it is known that motion is welcome.
  const mayMove = useMayMove()
  const isRunning = mayMove && !isPaused && !isHeld.byPointer && !isHeld.byFocus
  const root = useRef<HTMLElement>(null)
  const move = (steps: number) => setAt((now) => (now + steps + slides.length) % slides.length)

  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setAt((at + 1) % slides.length), intervalMs)
    return () => clearTimeout(timer)
  }, [isRunning, at, intervalMs, slides.length])

  return (
    // Pointing at it and tabbing into it only hold it still.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setHeld((held) => ({ ...held, byPointer: true }))
      }}
      onPointerLeave={() => setHeld((held) => ({ ...held, byPointer: false }))}
      onFocus={() => setHeld((held) => ({ ...held, byFocus: true }))}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) setHeld((held) => ({ ...held, byFocus: false }))
      }}
      className={classes('relative', className)}
    >
      <div className="absolute right-2 bottom-2 z-10 flex items-center sm:right-6 sm:bottom-6">
        <CarouselButton
          label={isPaused ? 'Start the slide show' : 'Pause the slide show'}
          icon={isPaused ? 'play' : 'pause'}
          hidden={!mayMove}
          onClick={() => setPaused(!isPaused)}
        />
        <CarouselButton label="Previous picture" icon="chevron-left" onClick={() => move(-1)} />
        <p aria-hidden="true" className="figures min-w-14 text-center text-sm text-ink-soft">
          {at + 1} / {slides.length}
        </p>
        <CarouselButton label="Next picture" icon="chevron-right" onClick={() => move(1)} />
      </div>
      <div aria-live={isRunning ? 'off' : 'polite'} className="grid">
        {slides.map((slide, number) => (
          <div
            key={slide.id}
            // A slide is no group of form fields.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="group"
            aria-roledescription="slide"
            aria-label={`${number + 1} of ${slides.length}: ${slide.label}`}
            inert={number !== at}
            className={classes(
              'col-start-1 row-start-1 transition-opacity duration-700',
              number === at ? 'opacity-100' : 'invisible opacity-0 transition-all',
            )}
          >
            {slide.content}
          </div>
        ))}
      </div>
    </section>
  )
}

interface CarouselButtonProps {
  readonly label: string
  readonly icon: IconName
  readonly hidden?: boolean
  readonly onClick: () => void
}

function CarouselButton({ label, icon, hidden, onClick }: CarouselButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      hidden={hidden}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-sunken"
    >
      <Icon name={icon} />
    </button>
  )
}
