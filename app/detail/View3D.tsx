/** A piece in three dimensions, in the place of its photograph: to turn, to come close to, to stand in one's own room. */
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type WheelEvent,
} from 'react'
import type { ModelViewerElement } from '@google/model-viewer'
import { skuOf, type Product, type ProductType } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { useMotionAllowed } from '#app/ui/use-motion-allowed.ts'
import { Notice } from '#app/ui/Notice.tsx'

interface View3DProps {
  readonly product: Product
  readonly onClose: () => void
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- the way to tell React of an element
  namespace JSX {
    interface IntrinsicElements {
      'model-viewer': React.DetailedHTMLProps<React.HTMLAttributes<ModelViewerElement>, ModelViewerElement> &
        Record<string, unknown>
    }
  }
}

/** How a piece is met: where one stands (round it, down from above it, how far), looks, and how near one may come. */
interface Camera {
  readonly orbit: string
  readonly target: string
  readonly nearest: string
}
const whole = (orbit: string): Camera => ({ orbit, target: 'auto auto auto', nearest: 'auto 0deg 28%' })
const UPRIGHT = whole('26deg 58deg 124%')
const LYING = whole('0deg 38deg 108%')
/** Of a long necklace what hangs in front, which lies at the origin; stepping back shows all of it. */
const NEAR: Camera = { orbit: '0deg 38deg 34%', target: '0m auto -0.015m', nearest: 'auto 0deg 10%' }
const SIGHTS: Record<ProductType, Camera> = {
  rings: UPRIGHT,
  necklaces: NEAR,
  tops: whole('12deg 80deg 108%'),
  sets: LYING,
  pendants: LYING,
  bracelets: whole('16deg 58deg 112%'),
  bangles: whole('16deg 62deg 112%'),
  chains: LYING,
  gems: whole('16deg 52deg 120%'),
  idols: whole('18deg 76deg 108%'),
  anklet: LYING,
  'mangal-sutra': NEAR,
}
const LIGHT = '/models/light.hdr'
/** It turns by itself for a moment, to show that it can be turned; longer than five seconds would ask for a pause button. */
const SHOWING_MS = 4500
const TURN = Math.PI / 6
/** In presses of a key, as the viewer counts. */
const CLOSER = 4

type State =
  | { readonly is: 'fetching'; readonly share: number }
  | { readonly is: 'ready' }
  | { readonly is: 'failed' }

export function View3D(props: View3DProps) {
  const [isAble] = useState(canDraw)
  const [attempt, setAttempt] = useState(1)
  if (!isAble)
    return (
      <Notice tone="info" className="absolute inset-x-0 top-0">
        This browser cannot show pieces in 3D. The photographs show it from two sides.
      </Notice>
    )
  return <Viewer key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function Viewer({ product, onClose, onAgain }: View3DProps & { readonly onAgain: () => void }) {
  const { orbit, target, nearest } = SIGHTS[product.type]
  const source = `/models/${skuOf(product)}.glb`
  const [state, setState] = useState<State>({ is: 'fetching', share: 0 })
  const isFetched = useFetched(source, setState)
  const isReady = state.is === 'ready'
  const viewer = useRef<ModelViewerElement>(null)
  const attend = useCallback((element: ModelViewerElement) => {
    viewer.current = element
    const leaving = new AbortController()
    const { signal } = leaving
    // Only now can it be seen and take the focus.
    element.addEventListener('poster-dismissed', () => setState({ is: 'ready' }), { signal })
    element.addEventListener('error', () => setState({ is: 'failed' }), { signal })
    return () => leaving.abort()
  }, [])
  useEffect(() => {
    // Who came by the keyboard goes on with it: the arrow keys turn the piece at once.
    if (!isReady || !document.activeElement?.matches(':focus-visible')) return
    // The element hands on a focus of its own to nothing; the picture inside listens to the keys.
    viewer.current?.shadowRoot?.querySelector<HTMLElement>('[role=img]')?.focus()
  }, [isReady])
  const { isShowing, endShowing } = useShowing(isReady)

  const turn = (by: number) => {
    if (!viewer.current) return
    endShowing()
    const { theta, phi, radius } = viewer.current.getCameraOrbit()
    viewer.current.cameraOrbit = `${theta + by}rad ${phi}rad ${radius}m`
  }
  const zoomTo = (by: number) => {
    endShowing()
    viewer.current?.zoom(by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === '+' || event.key === '=') zoomTo(CLOSER)
    else if (event.key === '-') zoomTo(-CLOSER)
    else return
    event.preventDefault()
  }
  /** The wheel scrolls the page until somebody has pressed into the picture. */
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && document.activeElement !== viewer.current) event.stopPropagation()
  }

  return (
    // The keys are those of the viewer and the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} onWheelCapture={onWheel} className="absolute inset-0">
      <output className="sr-only">{isReady ? HOW_TO : ''}</output>
      {isFetched && state.is !== 'failed' && (
        <model-viewer
          ref={attend}
          src={source}
          alt={`${product.name} in 3D`}
          camera-controls=""
          touch-action="pan-y"
          interaction-prompt="none"
          environment-image={LIGHT}
          tone-mapping="neutral"
          shadow-intensity="0.7"
          shadow-softness="0.9"
          camera-target={target}
          camera-orbit={orbit}
          min-camera-orbit={nearest}
          max-camera-orbit="auto 100deg 140%"
          min-field-of-view="14deg"
          auto-rotate={isShowing ? '' : undefined}
          auto-rotate-delay="0"
          rotation-per-second="12deg"
          onPointerDown={endShowing}
          onKeyDown={endShowing}
          ar=""
          // Scene Viewer, the third way, cannot read meshopt; WebXR draws with the viewer itself, Quick Look from it.
          ar-modes="webxr quick-look"
          ar-scale="fixed"
          className={classes('size-full bg-plinth transition-opacity', !isReady && 'opacity-0')}
        >
          <button
            slot="ar-button"
            type="button"
            className="absolute top-3 left-3 min-h-11 rounded-sm bg-ground/85 px-4 text-sm font-medium"
          >
            See it in your room
          </button>
        </model-viewer>
      )}
      {state.is === 'fetching' && <Progress share={state.share} />}
      {isReady && (
        <div className="absolute right-3 bottom-3 flex flex-col gap-2">
          <Handle label="Come closer" icon={<Icon name="plus" />} onClick={() => zoomTo(CLOSER)} />
          <Handle label="Step back" icon={<Icon name="minus" />} onClick={() => zoomTo(-CLOSER)} />
          <Handle label="Turn to the left" icon={<Icon name="turn" />} onClick={() => turn(-TURN)} />
          <Handle
            label="Turn to the right"
            icon={<Icon name="turn" className="size-5 -scale-x-100" />}
            onClick={() => turn(TURN)}
          />
        </div>
      )}
      {state.is === 'failed' && (
        <Notice tone="trouble" className="absolute inset-x-0 top-0">
          <p>The piece could not be fetched in 3D. Check your connection; the photographs are still here.</p>
          <Button variant="secondary" size="sm" onClick={onAgain} className="mt-3">
            Try again
          </Button>
        </Notice>
      )}
    </div>
  )
}

const HOW_TO =
  'The piece is before you in 3D. The arrow keys turn it, plus and minus bring it closer and away, Escape brings the photographs back.'

interface HandleProps {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

function Handle(props: HandleProps) {
  return <IconButton {...props} className="bg-ground/85" />
}

function Progress({ share }: { readonly share: number }) {
  return (
    <progress
      aria-label="Fetching the piece in 3D"
      max={1}
      value={share}
      className="absolute inset-x-0 top-0 block h-1 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-gold [&::-webkit-progress-value]:transition-[width]"
    />
  )
}

function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/**
 * Everything that the viewer needs, at once. The viewer would remember a failure for good; so what it shows is fetched
 * here, and it finds it in the browser's cache.
 */
function useFetched(source: string, setState: (state: State) => void): boolean {
  const [isFetched, setFetched] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let share = 0
    const parts = [
      { work: import('./model-viewer.ts'), worth: 0.5 },
      { work: fetched(source, signal), worth: 0.3 },
      { work: fetched(LIGHT, signal), worth: 0.1 },
    ].map(async ({ work, worth }) => {
      await work
      share += worth
      if (!signal.aborted) setState({ is: 'fetching', share })
    })
    Promise.all(parts).then(
      () => signal.aborted || setFetched(true),
      () => {
        if (signal.aborted) return
        leaving.abort()
        setState({ is: 'failed' })
      },
    )
    return () => leaving.abort()
  }, [source, setState])
  return isFetched
}

/** Rejects for an answer that is not the file. */
async function fetched(path: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

/** On while the piece turns by itself, and off for good once it has, or when somebody takes it in hand. */
function useShowing(isReady: boolean) {
  const mayMove = useMotionAllowed()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setOver(true), SHOWING_MS)
    return () => clearTimeout(timer)
  }, [isReady])
  return { isShowing: isReady && mayMove && !isOver, endShowing: () => setOver(true) }
}
