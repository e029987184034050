import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import { useMayMove } from './motion.ts'

interface CarouselProps {
  readonly label: string
  readonly intervalMs: number
  readonly slides: readonly {
    readonly id: string
    readonly label: string
    readonly picture: ReactNode
    readonly words: ReactNode
  }[]
  /** Stands below the words of every slide. */
  readonly action: ReactNode
}

interface Place {
  readonly at: number
  /** Slides whose pictures have been fetched. */
  readonly seen: ReadonlySet<number>
}

const FIRST: Place = { at: 0, seen: new Set([0]) }
const turnedTo = (at: number) => (place: Place) => ({ at, seen: new Set(place.seen).add(at) })

/**
 * One picture at a time, changing by itself until the person pauses it, points at it, tabs into it or looks away
 * (decisions.md 35). While it moves it says nothing; stopped, it reads each slide out as it comes. Pictures are
 * fetched as their turn approaches.
 */
export function Carousel({ label, intervalMs, slides, action }: CarouselProps) {
  const [{ at, seen }, turn] = useState(FIRST)
  const [isPaused, setPaused] = useState(false)
  const [held, setHeld] = useState({ byPointer: false, byFocus: false })
  // A prerendered page stands still; it begins to move once it is known that motion is welcome.
  const mayMove = useMayMove()
  const isRunning = mayMove && !isPaused && !held.byPointer && !held.byFocus
  const root = useRef<HTMLElement>(null)
  const next = (at + 1) % slides.length
  const previous = (at - 1 + slides.length) % slides.length

  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => turn(turnedTo(next)), intervalMs)
    return () => clearTimeout(timer)
  }, [isRunning, next, intervalMs])

  return (
    // Pointing at it and tabbing into it only hold it still.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setHeld((before) => ({ ...before, byPointer: true }))
      }}
      onPointerLeave={() => setHeld((before) => ({ ...before, byPointer: false }))}
      onFocus={() => setHeld((before) => ({ ...before, byFocus: true }))}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) setHeld((before) => ({ ...before, byFocus: false }))
      }}
      className="@container relative"
    >
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
              'col-start-1 row-start-1 flex flex-col transition-[opacity,visibility] duration-700',
              number !== at && 'invisible opacity-0',
            )}
          >
            {(seen.has(number) || (isRunning && number === next)) && slide.picture}
            <div className="panel pt-6 lg:bg-ground lg:pt-8 lg:pr-10 lg:pb-24">{slide.words}</div>
          </div>
        ))}
      </div>
      <div className="panel flex flex-wrap items-center justify-between gap-x-1 gap-y-2 pt-5 lg:pr-4 lg:pb-6">
        {action}
        <div className="flex items-center">
          {/* Keeps its place where nothing moves by itself. */}
          <span className={mayMove ? undefined : 'invisible'}>
            <CarouselButton
              label={isPaused ? 'Start the slide show' : 'Pause the slide show'}
              icon={isPaused ? 'play' : 'pause'}
              onClick={() => setPaused(!isPaused)}
            />
          </span>
          <CarouselButton
            label="Previous picture"
            icon="chevron-left"
            onClick={() => turn(turnedTo(previous))}
          />
          <CarouselButton label="Next picture" icon="chevron-right" onClick={() => turn(turnedTo(next))} />
        </div>
      </div>
    </section>
  )
}

interface CarouselButtonProps {
  readonly label: string
  readonly icon: IconName
  readonly onClick: () => void
}

function CarouselButton({ label, icon, onClick }: CarouselButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-sunken"
    >
      <Icon name={icon} />
    </button>
  )
}
