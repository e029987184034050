import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useMotionAllowed } from './use-motion-allowed.ts'

interface CarouselProps {
  readonly label: string
  readonly intervalMs: number
  readonly slides: readonly {
    readonly id: string
    readonly label: string
    readonly picture: ReactNode
    readonly text: ReactNode
  }[]
  /** Below the text of every slide. */
  readonly action: ReactNode
}

interface Position {
  readonly current: number
  /** Visible underneath while the current slide fades in. */
  readonly previous: number | null
  /** Becomes current once its picture is decoded. */
  readonly target: number
  /** Slides whose pictures are rendered. */
  readonly loaded: ReadonlySet<number>
}

const INITIAL: Position = { current: 0, previous: null, target: 0, loaded: new Set([0]) }
const goTo = (target: number) => (position: Position) => ({
  ...position,
  target,
  loaded: new Set(position.loaded).add(target),
})
const cancel = (position: Position): Position => ({ ...position, target: position.current })
/** Hidden again, it can fade in the next time. */
const hidePrevious = (position: Position): Position => ({ ...position, previous: null })
const arrive = ({ current, target, loaded }: Position): Position => {
  return { current: target, previous: current, target, loaded }
}
/** Omits the failed picture, so that it is fetched again the next time. */
const fail = ({ current, previous, target, loaded }: Position): Position => ({
  current,
  previous,
  target: current,
  loaded: new Set([...loaded].filter((slide) => slide !== target)),
})

/**
 * Advances automatically unless it is paused, hovered, focused, hidden or out of view, or motion is reduced; then it
 * announces each slide. A picture is fetched shortly before its turn and fades in over the previous one once it is
 * decoded.
 */
export function Carousel({ label, intervalMs, slides, action }: CarouselProps) {
  const [isPaused, setPaused] = useState(false)
  const [hold, setHold] = useState({ byPointer: false, byFocus: false, byScroll: false })
  const mayMove = useMotionAllowed()
  const isRunning = mayMove && !isPaused && !Object.values(hold).includes(true)
  const root = useRef<HTMLElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { position, move } = usePosition(list, isRunning, slides.length, intervalMs)
  const { current, previous, target, loaded } = position
  const next = (target + 1) % slides.length
  const holdStill = (by: keyof typeof hold) => {
    setHold((others) => ({ ...others, [by]: true }))
    move(cancel)
  }
  // Nobody would see the pictures that it fetches.
  useEffect(() => {
    if (!root.current) return
    const observer = new IntersectionObserver(([entry]) =>
      setHold((others) => ({ ...others, byScroll: !entry?.isIntersecting })),
    )
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [])

  return (
    // Hover and focus only pause it.
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
      <div ref={list} aria-live={isRunning ? 'off' : 'polite'} className="isolate grid grid-cols-1">
        {slides.map((slide, number) => (
          <CarouselSlide
            key={slide.id}
            slide={slide}
            label={`${number + 1} of ${slides.length}: ${slide.label}`}
            state={number === current ? 'current' : number === previous ? 'previous' : 'hidden'}
            hasPicture={loaded.has(number) || (isRunning && number === next)}
            onFadedIn={() => move(hidePrevious)}
          />
        ))}
      </div>
      <div className="panel carousel-controls">
        {action}
        <Controls
          mayMove={mayMove}
          isPaused={isPaused}
          onTogglePause={() => setPaused(!isPaused)}
          onPrevious={() => move(goTo((target - 1 + slides.length) % slides.length))}
          onNext={() => move(goTo(next))}
        />
      </div>
    </section>
  )
}

function usePosition(
  list: RefObject<HTMLElement | null>,
  isRunning: boolean,
  count: number,
  intervalMs: number,
) {
  const [position, move] = useState(INITIAL)
  const { current, target } = position
  const isMoving = target !== current

  useEffect(() => {
    if (!isRunning || isMoving) return
    const timer = setTimeout(() => move(goTo((target + 1) % count)), intervalMs)
    return () => clearTimeout(timer)
  }, [isRunning, isMoving, target, count, intervalMs])

  useEffect(() => {
    const picture = isMoving && list.current?.children[target]?.querySelector('img')
    if (!picture) return
    let isStale = false
    picture.decode().then(
      () => isStale || move(arrive),
      () => isStale || move(fail),
    )
    return () => {
      isStale = true
    }
  }, [list, isMoving, target])
  return { position, move }
}

interface ControlsProps {
  readonly mayMove: boolean
  readonly isPaused: boolean
  readonly onTogglePause: () => void
  readonly onPrevious: () => void
  readonly onNext: () => void
}

function Controls({ mayMove, isPaused, onTogglePause, onPrevious, onNext }: ControlsProps) {
  const pauseLabel = isPaused ? 'Start the slide show' : 'Pause the slide show'
  const pauseIcon = <Icon name={isPaused ? 'play' : 'pause'} />
  return (
    <div className="carousel-buttons">
      <span className={mayMove ? 'flex' : 'invisible flex'}>
        <IconButton label={pauseLabel} icon={pauseIcon} onClick={onTogglePause} />
      </span>
      <IconButton label="Previous picture" icon={<Icon name="chevron-left" />} onClick={onPrevious} />
      <IconButton label="Next picture" icon={<Icon name="chevron-right" />} onClick={onNext} />
    </div>
  )
}

interface CarouselSlideProps {
  readonly slide: CarouselProps['slides'][number]
  readonly label: string
  readonly state: 'current' | 'previous' | 'hidden'
  readonly hasPicture: boolean
  readonly onFadedIn: () => void
}

function CarouselSlide({ slide, label, state, hasPicture, onFadedIn }: CarouselSlideProps) {
  return (
    <div
      // A fieldset is for form fields.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      inert={state !== 'current'}
      className={classes(
        // The texts of all slides share a row, so that a longer one does not shift the page.
        'slide',
        state === 'current' && 'z-1',
        state === 'hidden' && 'invisible',
      )}
    >
      <div
        onTransitionEnd={state === 'current' ? onFadedIn : undefined}
        className={classes(
          state === 'current' && 'transition-opacity duration-slow',
          state === 'hidden' && 'opacity-0',
        )}
      >
        {hasPicture && slide.picture}
      </div>
      {/* Changes at once: half faded, it could not be read. */}
      <div className={classes('panel slide-label', state !== 'current' && 'invisible')}>{slide.text}</div>
    </div>
  )
}
