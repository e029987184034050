/**
 * Circles in true size. Browsers do not know the size of a CSS pixel, so the shopper first measures a bank card on the
 * screen; the result is saved in device pixels, which zooming does not change.
 */
import { useState, useSyncExternalStore } from 'react'
import { CARD_CORNER_MM, CARD_SHORT_EDGE_MM, type Size } from '#domain/size-tables.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { Range } from '#app/ui/Range.tsx'
import { createStorageItem } from '#app/state/browser-storage.ts'
import { useStore } from '#app/state/store.ts'
import type { SizeChoice } from './size-choice.ts'
import { UseSize } from './UseSize.tsx'

const devicePixelsPerMm = createStorageItem<number | null>('screenPixelsPerMm', null, (found) =>
  typeof found === 'number' && found > 1 && found < 100 ? found : null,
)

interface ScreenRulerProps {
  readonly sizes: readonly Size[]
  readonly choice: SizeChoice
}

export function ScreenRuler({ sizes, choice }: ScreenRulerProps) {
  const measured = useStore(devicePixelsPerMm, null)
  const ratio = usePixelRatio()
  const [isMeasuring, setMeasuring] = useState(measured === null)
  const pointsPerMm = measured === null ? guessPointsPerMm() : measured / ratio

  if (isMeasuring)
    return (
      <CardMeasure
        pointsPerMm={pointsPerMm}
        onMeasured={(points) => {
          devicePixelsPerMm.set(points * ratio)
          setMeasuring(false)
        }}
      />
    )
  return (
    <Circles
      sizes={sizes}
      choice={choice}
      pointsPerMm={pointsPerMm}
      onMeasureAgain={() => setMeasuring(true)}
    />
  )
}

/** A phone in landscape has no room for a drawing above its controls. */
const BESIDE_CONTROLS =
  'flex flex-col low:grid low:grid-cols-[minmax(0,1fr)_14rem] low:content-start low:items-start low:gap-x-6'

const CARD_POINTS = { min: 150, max: 450 }

interface CardMeasureProps {
  readonly pointsPerMm: number
  readonly onMeasured: (pointsPerMm: number) => void
}

function CardMeasure({ pointsPerMm, onMeasured }: CardMeasureProps) {
  const [width, setWidth] = useState(Math.round(pointsPerMm * CARD_SHORT_EDGE_MM))
  const bounded = (points: number) => Math.min(Math.max(points, CARD_POINTS.min), CARD_POINTS.max)
  const height = Math.round(width * 0.6)
  const corner = (width / CARD_SHORT_EDGE_MM) * CARD_CORNER_MM
  return (
    <div className={classes('gap-y-5', BESIDE_CONTROLS)}>
      <p className="text-sm">
        First the measure of your screen: hold any bank card upright against it, and move the slider until its
        short edge fits between the lines.
      </p>
      <div className="overflow-x-auto low:order-first low:row-span-3">
        <svg width={width} height={height} className="mx-auto block" aria-hidden="true">
          <path
            d={`M.75 ${height} V${corner} Q.75 .75 ${corner} .75 H${width - corner} Q${width - 0.75} .75 ${width - 0.75} ${corner} V${height}`}
            className="fill-raised stroke-gold"
            strokeWidth="1.5"
          />
          <text
            x={width / 2}
            y={height / 2}
            textAnchor="middle"
            className="fill-current text-sm text-ink-soft"
          >
            Bank card
          </text>
        </svg>
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          label="Narrower"
          icon={<Icon name="minus" />}
          onClick={() => setWidth(bounded(width - 1))}
        />
        <div className="grow">
          <Range
            label="Width of the card"
            min={CARD_POINTS.min}
            max={CARD_POINTS.max}
            step={1}
            value={width}
            onChange={setWidth}
            format={(points) => `${Math.round((points / CARD_POINTS.max) * 100)}%`}
          />
        </div>
        <IconButton label="Wider" icon={<Icon name="plus" />} onClick={() => setWidth(bounded(width + 1))} />
      </div>
      <Button onClick={() => onMeasured(width / CARD_SHORT_EDGE_MM)} className="w-full">
        The card fits
      </Button>
    </div>
  )
}

interface CirclesProps extends ScreenRulerProps {
  readonly pointsPerMm: number
  readonly onMeasureAgain: () => void
}

function Circles({ sizes, choice, pointsPerMm, onMeasureAgain }: CirclesProps) {
  const [index, setIndex] = useState(() => sizes.findIndex(({ name }) => name === choice.chosen))
  const size = sizes[index]
  const largest = sizes.at(-1)
  if (!size || !largest) return null
  const frameOf = ({ diameterMm }: Size) => Math.ceil(diameterMm * pointsPerMm) + 2
  return (
    <div className={classes('gap-y-4', BESIDE_CONTROLS)}>
      <p className="text-sm">
        Lay a {choice.kind} that fits you on the screen, and move the slider until the disc just fills its
        opening.
      </p>
      {/* As wide as the dialog: on a narrow phone a bangle needs the margins. */}
      <section
        // The arrow keys scroll it if a disc is wider than the window.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Disc in its true size"
        className="-mx-[min(1rem,4vw)] overflow-x-auto low:order-first low:row-span-5 low:mx-0"
      >
        <svg width={frameOf(size)} height={frameOf(largest)} aria-hidden="true" className="mx-auto block">
          <circle
            cx="50%"
            cy="50%"
            r={(size.diameterMm * pointsPerMm) / 2}
            className="fill-gold/25 stroke-gold"
            strokeWidth="1"
          />
        </svg>
      </section>
      <p aria-live="polite" className="text-center">
        <span className="block font-serif text-xl font-medium lining-nums">
          Indian size {size.name}
          {size.name === choice.chosen && ', as chosen'}
        </span>
        <span className="figures text-sm text-ink-soft">{measuresOf(size)}</span>
      </p>
      <div className="flex items-center gap-1">
        <IconButton
          label="One size smaller"
          icon={<Icon name="minus" />}
          disabled={index === 0}
          onClick={() => setIndex(index - 1)}
        />
        <div className="grow">
          <Range
            label="Size"
            min={0}
            max={sizes.length - 1}
            step={1}
            value={index}
            onChange={setIndex}
            format={(at) => sizes[at]?.name ?? ''}
          />
        </div>
        <IconButton
          label="One size larger"
          icon={<Icon name="plus" />}
          disabled={index === sizes.length - 1}
          onClick={() => setIndex(index + 1)}
        />
      </div>
      <UseSize size={size} choice={choice} />
      <Button variant="quiet" size="sm" onClick={onMeasureAgain} className="self-center">
        Measure the screen again
      </Button>
    </div>
  )
}

function measuresOf({ diameterMm, circumferenceMm }: Size): string {
  return `${diameterMm.toFixed(1)} mm across, ${circumferenceMm.toFixed(1)} mm around`
}

const PHONE_WIDTH_MM = 68

/** A CSS pixel is nominally 1/96 inch. On phones in portrait it is about that wide. */
function guessPointsPerMm(): number {
  return matchMedia('(pointer: coarse) and (width < 30rem)').matches
    ? window.innerWidth / PHONE_WIDTH_MM
    : 96 / 25.4
}

/** Changes on zoom and between screens. */
function usePixelRatio(): number {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('resize', onChange)
      return () => window.removeEventListener('resize', onChange)
    },
    () => window.devicePixelRatio,
    () => 1,
  )
}
