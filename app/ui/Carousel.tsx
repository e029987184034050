import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import { useMotionAllowed } from './use-motion-allowed.ts'

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
  /** The slide before, which lies below while the new one fades in over it. */
  readonly before: number | null
  /** Where it turns as soon as that picture can be painted; until then the present one stays. */
  readonly wanted: number
  /** Slides whose pictures have been fetched. */
  readonly seen: ReadonlySet<number>
}

const FIRST: Place = { at: 0, before: null, wanted: 0, seen: new Set([0]) }
const wanting = (wanted: number) => (place: Place) => ({
  ...place,
  wanted,
  seen: new Set(place.seen).add(wanted),
})
/** Held still, it gives up a turn that has not happened yet. */
const held = (place: Place): Place => ({ ...place, wanted: place.at })
const arrived = ({ at, wanted, seen }: Place): Place => ({ at: wanted, before: at, wanted, seen })
/** Leaves out the picture that did not come, so that it is fetched again when it is next wanted. */
const stayed = ({ at, before, wanted, seen }: Place): Place => ({
  at,
  before,
  wanted: at,
  seen: new Set([...seen].filter((slide) => slide !== wanted)),
})

/**
 * One picture at a time, changing by itself until the person pauses it, points at it, tabs into it or looks away. While
 * it moves it says nothing; stopped, it reads each slide out as it comes. Pictures are fetched as their turn approaches,
 * and fade in over the one before once they are decoded: the ground never shows between two.
 */
export function Carousel({ label, intervalMs, slides, action }: CarouselProps) {
  const [{ at, before, wanted, seen }, turn] = useState(FIRST)
  const [isPaused, setPaused] = useState(false)
  const [hold, setHold] = useState({ byPointer: false, byFocus: false })
  // A prerendered page stands still; it begins to move once it is known that motion is welcome.
  const mayMove = useMotionAllowed()
  const isRunning = mayMove && !isPaused && !hold.byPointer && !hold.byFocus
  const root = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const next = (wanted + 1) % slides.length
  const previous = (wanted - 1 + slides.length) % slides.length
  const isWaiting = wanted !== at
  const holdStill = (by: keyof typeof hold) => {
    setHold((others) => ({ ...others, [by]: true }))
    turn(held)
  }

  useEffect(() => {
    if (!isRunning || isWaiting) return
    const timer = setTimeout(() => turn(wanting(next)), intervalMs)
    return () => clearTimeout(timer)
  }, [isRunning, isWaiting, next, intervalMs])

  useEffect(() => {
    const picture = isWaiting && list.current?.children[wanted]?.querySelector('img')
    if (!picture) return
    let isOver = false
    picture.decode().then(
      () => isOver || turn(arrived),
      () => isOver || turn(stayed),
    )
    return () => {
      isOver = true
    }
  }, [isWaiting, wanted])

  return (
    // Pointing at it and tabbing into it only hold it still.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') holdStill('byPointer')
      }}
      onPointerLeave={() => setHold((others) => ({ ...others, byPointer: false }))}
      onFocus={() => holdStill('byFocus')}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) setHold((others) => ({ ...others, byFocus: false }))
      }}
      className="@container relative"
    >
      <div ref={list} aria-live={isRunning ? 'off' : 'polite'} className="isolate grid">
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
              // The words of all slides share a row, so that nothing below moves when a longer line comes.
              'col-start-1 row-span-2 row-start-1 grid grid-rows-subgrid',
              number === at && 'z-1 transition-opacity duration-700',
              number !== at && number !== before && 'invisible opacity-0',
            )}
          >
            {(seen.has(number) || (isRunning && number === next)) && slide.picture}
            <div className="panel row-start-2 pt-6 lg:bg-ground lg:pt-8 lg:pr-10 lg:pb-24">
              <div className={classes('transition-opacity duration-700', number === before && 'opacity-0')}>
                {slide.words}
              </div>
            </div>
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
            onClick={() => turn(wanting(previous))}
          />
          <CarouselButton label="Next picture" icon="chevron-right" onClick={() => turn(wanting(next))} />
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
