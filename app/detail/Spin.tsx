/** A piece photographed all round, in place of its photograph: rotated by dragging, keys or buttons. */
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { skuOf, type Product } from '#domain/product.ts'
import { degreesOf, frameAt, spinFrame } from '#domain/spin.ts'
import { useMotionAllowed } from '#app/ui/use-motion-allowed.ts'
import { turnButtons, ViewerButtons, ViewerError, ViewerFrame, ViewerProgress } from './viewer-parts.tsx'

interface SpinProps {
  readonly product: Product
  readonly frames: number
  readonly onClose: () => void
}

/**
 * Duration of the hint rotation, which shows that the piece can be rotated: three seconds in all. More than five would
 * require a pause button (WCAG 2.2.2).
 */
const FIRST_TURN_MS = 3000
const INSTRUCTIONS =
  'The arrow keys turn the piece, Home faces its front, Escape brings the photographs back.'

export function Spin({ product, frames, onClose }: SpinProps) {
  const [retries, setRetries] = useState(0)
  return (
    <ViewerFrame closeLabel="Close 360°" onClose={onClose}>
      <Frames key={retries} product={product} frames={frames} onRetry={() => setRetries(retries + 1)} />
    </ViewerFrame>
  )
}

interface FramesProps {
  readonly product: Product
  readonly frames: number
  readonly onRetry: () => void
}

function Frames({ product, frames, onRetry }: FramesProps) {
  const state = useFrames(product, frames)
  switch (state.status) {
    case 'loading':
      return <ViewerProgress label="Fetching all sides" progress={state.loaded / frames} />
    case 'failed':
      return (
        <ViewerError onRetry={onRetry}>
          The other sides could not be fetched. Check your connection; the photographs are still here.
        </ViewerError>
      )
    case 'ready':
      return <Turntable name={product.name} pictures={state.pictures} />
  }
}

interface TurntableProps {
  readonly name: string
  readonly pictures: readonly ImageBitmap[]
}

function Turntable({ name, pictures }: TurntableProps) {
  const frames = pictures.length
  const { place, isTurningAlone, turnTo } = useTurn(frames)
  const index = frameAt(place, frames)
  // Silent during automatic rotation.
  const degrees = isTurningAlone ? 0 : degreesOf(index, frames)
  const drag = useDrag(place, turnTo, frames)
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, index, frames)
    if (target === null) return
    turnTo(target)
    event.preventDefault()
  }

  return (
    // It handles the keys of the slider, also on the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} className="absolute inset-0">
      <output className="sr-only">{INSTRUCTIONS}</output>
      <div
        ref={focusForKeyboards}
        // An input of type range would jump to the pressed position; this one is dragged from its current position and
        // has no ends.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={`${name}, from all sides`}
        aria-valuemin={0}
        aria-valuemax={degreesOf(frames - 1, frames)}
        aria-valuenow={degrees}
        aria-valuetext={`${degrees} degrees`}
        {...drag}
        className="size-full cursor-grab touch-pan-y touch-pinch-zoom select-none -outline-offset-2 active:cursor-grabbing"
      >
        <Shown picture={pictures[index]} />
      </div>
      <ViewerButtons buttons={turnButtons((direction) => turnTo(place + (direction * frames) / 12))} />
    </div>
  )
}

/**
 * Drawn on a canvas, because browsers may discard decoded images that are out of sight, and would flash when they come
 * back.
 */
function Shown({ picture }: { readonly picture: ImageBitmap | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (picture) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return <canvas ref={canvas} width={picture?.width} height={picture?.height} className="block size-full" />
}

/** Keeps the focus for keyboard users. */
function focusForKeyboards(slider: HTMLElement | null): void {
  if (document.activeElement?.matches(':focus-visible')) slider?.focus()
}

/** The target of a rotation by key; null for other keys. */
function keyTarget(key: string, index: number, frames: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return index + 1
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - 1
    case 'PageUp':
      return index + frames / 4
    case 'PageDown':
      return index - frames / 4
    case 'Home':
      return 0
    case 'End':
      return frames - 1
    default:
      return null
  }
}

/** The rotation, in frames. If motion is allowed, the piece first turns once automatically, until it is touched. */
function useTurn(frames: number) {
  const mayMove = useMotionAllowed()
  const [place, setPlace] = useState(0)
  const [isFirst, setFirst] = useState(true)
  const isTurningAlone = isFirst && mayMove && place < frames
  useEffect(() => {
    if (!isTurningAlone) return
    const timer = setTimeout(() => setPlace(place + 1), FIRST_TURN_MS / frames)
    return () => clearTimeout(timer)
  }, [isTurningAlone, place, frames])
  const turnTo = (next: number) => {
    setFirst(false)
    setPlace(next)
  }
  return { place, isTurningAlone, turnTo }
}

/**
 * The width of the picture is one full turn. A vertical finger movement scrolls the page (`touch-action`), which ends
 * the drag.
 */
function useDrag(place: number, turnTo: (place: number) => void, frames: number) {
  const start = useRef<{ x: number; place: number } | null>(null)
  const end = () => {
    start.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, place }
      turnTo(place)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start.current || !event.isPrimary) return
      const turns = (event.clientX - start.current.x) / event.currentTarget.clientWidth
      turnTo(start.current.place + turns * frames)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

type State =
  | { readonly status: 'loading'; readonly loaded: number }
  | { readonly status: 'ready'; readonly pictures: readonly ImageBitmap[] }
  | { readonly status: 'failed' }

/** Fetches and decodes all frames in parallel. */
function useFrames(product: Product, frames: number): State {
  const [state, setState] = useState<State>({ status: 'loading', loaded: 0 })
  const sku = skuOf(product)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const pictures: ImageBitmap[] = []
    const load = async (index: number) => {
      const picture = await fetchPicture(spinFrame(sku, index), signal)
      if (signal.aborted) return picture.close()
      pictures[index] = picture
      setState((before) =>
        before.status === 'loading' ? { status: 'loading', loaded: before.loaded + 1 } : before,
      )
    }
    Promise.all(Array.from({ length: frames }, (_, index) => load(index))).then(
      () => signal.aborted || setState({ status: 'ready', pictures }),
      () => {
        if (signal.aborted) return
        controller.abort()
        setState({ status: 'failed' })
      },
    )
    return () => {
      controller.abort()
      // Each frame takes a megabyte.
      for (const picture of pictures) picture?.close()
    }
  }, [sku, frames])
  return state
}

/** Rejects unless the response is a picture. */
async function fetchPicture(path: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return createImageBitmap(await response.blob())
}
