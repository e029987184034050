/** A product in 3D in place of its photograph: to rotate, zoom, and place in a room (augmented reality). */
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type WheelEvent } from 'react'
import type { ModelViewerElement } from '@google/model-viewer'
import { skuOf, type Product, type ProductType, type Sku } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useMotionAllowed } from '#app/ui/use-motion-allowed.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { Backdrop } from './Backdrop.tsx'
import { turnButtons, ViewerButtons, ViewerError, ViewerFrame, ViewerProgress } from './viewer-parts.tsx'

interface View3DProps {
  readonly product: Product
  readonly onClose: () => void
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- declares a custom element for React
  namespace JSX {
    interface IntrinsicElements {
      'model-viewer': React.DetailedHTMLProps<React.HTMLAttributes<ModelViewerElement>, ModelViewerElement> &
        Record<string, unknown>
    }
  }
}

/** The initial camera (angle around, angle from above, distance), its target, and the limits of the zoom. */
interface Camera {
  readonly orbit: string
  readonly target: string
  /** Hanging pieces have no floor below them. */
  readonly hangs?: true
  readonly nearest: string
  readonly farthest: string
}
const FARTHEST = 'auto 100deg 140%'
const whole = (orbit: string): Camera => ({
  orbit,
  target: 'auto auto auto',
  nearest: 'auto 0deg 28%',
  farthest: FARTHEST,
})
const UPRIGHT = whole('-28deg 60deg 124%')
const LYING = whole('0deg 38deg 108%')
/**
 * Nearly the photographs' view, from above: from the side, a pendant looks like a box. Its middle is at the origin, and
 * its chain runs out of the picture.
 */
const FACING: Camera = {
  orbit: '0deg 16deg 54%',
  target: '0m auto 0m',
  nearest: 'auto 0deg 14%',
  farthest: 'auto 100deg 62%',
}
/** Long necklaces: close to the pendant, which is at the origin. */
const NEAR: Camera = {
  orbit: '0deg 38deg 34%',
  target: '0m auto -0.015m',
  nearest: 'auto 0deg 10%',
  farthest: FARTHEST,
}
const CAMERAS: Record<ProductType, Camera> = {
  rings: UPRIGHT,
  necklaces: NEAR,
  tops: { ...whole('12deg 80deg 118%'), hangs: true },
  sets: LYING,
  pendants: FACING,
  bracelets: whole('16deg 58deg 112%'),
  bangles: whole('16deg 62deg 112%'),
  chains: LYING,
  gems: whole('16deg 52deg 120%'),
  idols: whole('18deg 76deg 108%'),
  anklet: LYING,
  'mangal-sutra': NEAR,
}
/** Rings with a flat head, which shows only its edge from the side. */
const FROM_ABOVE = whole('-24deg 36deg 118%')
const FLAT_HEADS: ReadonlySet<Sku> = new Set([
  'rings-808',
  'rings-809',
  'rings-810',
  'rings-814',
  'rings-816',
  'rings-817',
  'rings-818',
  'rings-831',
  'rings-832',
])
const LIGHT = '/models/light.hdr'
/** Shows that the model can be rotated. More than five seconds would require a pause button (WCAG 2.2.2). */
const AUTO_ROTATE_MS = 4500
const TURN = Math.PI / 6
/** In the viewer's zoom steps. */
const CLOSER = 4

function cameraOf(product: Product): Camera {
  return FLAT_HEADS.has(skuOf(product)) ? FROM_ABOVE : CAMERAS[product.type]
}

type State =
  | { readonly status: 'loading'; readonly progress: number }
  | { readonly status: 'ready' }
  | { readonly status: 'failed' }

export function View3D({ product, onClose }: View3DProps) {
  const [isAble] = useState(hasWebGl)
  const [retries, setRetries] = useState(1)
  return (
    <ViewerFrame closeLabel="Close 3D" onClose={onClose}>
      {isAble ? (
        <Viewer key={retries} product={product} onRetry={() => setRetries(retries + 1)} />
      ) : (
        <Notice tone="info" className="absolute inset-x-0 top-0 pr-14">
          This browser cannot show pieces in 3D. The photographs show it from two sides.
        </Notice>
      )}
    </ViewerFrame>
  )
}

interface ViewerProps {
  readonly product: Product
  readonly onRetry: () => void
}

function Viewer({ product, onRetry }: ViewerProps) {
  const source = `/models/${skuOf(product)}.glb`
  const { viewer, attach, state, isFetched, isRotating, stopRotating, turn, zoomBy } = useModelViewer(source)
  const isReady = state.status === 'ready'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomBy(CLOSER)
    else if (event.key === '-') zoomBy(-CLOSER)
    else return
    event.preventDefault()
  }
  // The wheel scrolls the page unless the viewer has the focus.
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && document.activeElement !== viewer.current) event.stopPropagation()
  }

  return (
    // It handles the keys of the viewer and of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} onWheelCapture={onWheel} className="absolute inset-0">
      <output className="sr-only">{isReady ? INSTRUCTIONS : ''}</output>
      {isFetched && state.status !== 'failed' && (
        <div className={classes('absolute inset-0 transition-opacity', !isReady && 'opacity-0')}>
          <Backdrop product={product} />
          <Model
            ref={attach}
            product={product}
            source={source}
            isRotating={isRotating}
            onControl={stopRotating}
          />
        </div>
      )}
      {state.status === 'loading' && <ViewerProgress label={FETCHING} progress={state.progress} />}
      {isReady && (
        <ViewerButtons
          buttons={[...zoomButtons(zoomBy), ...turnButtons((direction) => turn(-direction * TURN))]}
        />
      )}
      {state.status === 'failed' && <ViewerError onRetry={onRetry}>{FAILED}</ViewerError>}
    </div>
  )
}

interface ModelProps {
  readonly ref: (element: ModelViewerElement) => () => void
  readonly product: Product
  readonly source: string
  readonly isRotating: boolean
  /** Called when the shopper rotates it. */
  readonly onControl: () => void
}

function Model({ ref, product, source, isRotating, onControl }: ModelProps) {
  const { orbit, target, nearest, farthest, hangs } = cameraOf(product)
  return (
    <model-viewer
      ref={ref}
      src={source}
      alt={`${product.name} in 3D`}
      camera-controls=""
      touch-action="pan-y"
      interaction-prompt="none"
      environment-image={LIGHT}
      // Keeps the hue of gold in light and shade as on the photographs; the other tone mappings turn it to ochre, or
      // pale.
      tone-mapping="aces"
      exposure="0.9"
      shadow-intensity={hangs ? '0' : '0.8'}
      shadow-softness="0.7"
      camera-target={target}
      camera-orbit={orbit}
      min-camera-orbit={nearest}
      max-camera-orbit={farthest}
      min-field-of-view="14deg"
      auto-rotate={isRotating ? '' : undefined}
      auto-rotate-delay="0"
      rotation-per-second="12deg"
      onPointerDown={onControl}
      onKeyDown={onControl}
      ar=""
      // Excludes Scene Viewer, which cannot decode meshopt.
      ar-modes="webxr quick-look"
      ar-scale="fixed"
      // In narrow windows above the buttons, which would cover the foot of the piece.
      className="absolute inset-x-0 top-0 h-[calc(100%-min(3.5rem,17vw))] w-full mask-b-from-[calc(100%-1rem)] low:h-full low:w-[calc(100%-3rem)] low:mask-none lg:h-full lg:mask-none"
    >
      <button
        slot="ar-button"
        type="button"
        className="absolute top-3 left-3 min-h-11 rounded-sm bg-ground/85 px-4 text-sm font-medium"
      >
        See it in your room
      </button>
      {/* Replaces the viewer's own bar, which would lie over the finished model for a second. */}
      <span slot="progress-bar" />
    </model-viewer>
  )
}

const FETCHING = 'Fetching the piece in 3D'
const FAILED = 'The piece could not be fetched in 3D. Check your connection; the photographs are still here.'
const INSTRUCTIONS =
  'The piece is before you in 3D. The arrow keys turn it, plus and minus bring it closer and away, Escape brings the photographs back.'

function zoomButtons(onZoom: (steps: number) => void) {
  return [
    { label: 'Come closer', icon: <Icon name="plus" />, onClick: () => onZoom(CLOSER) },
    { label: 'Step back', icon: <Icon name="minus" />, onClick: () => onZoom(-CLOSER) },
  ]
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** The state of the viewer element; `attach` is its ref. */
function useModelViewer(source: string) {
  const [state, setState] = useState<State>({ status: 'loading', progress: 0 })
  const isFetched = usePrefetch(source, setState)
  const viewer = useRef<ModelViewerElement>(null)
  const attach = useCallback((element: ModelViewerElement) => {
    viewer.current = element
    const controller = new AbortController()
    const { signal } = controller
    // From then on it is visible and can take the focus.
    element.addEventListener('poster-dismissed', () => setState({ status: 'ready' }), { signal })
    element.addEventListener('error', () => setState({ status: 'failed' }), { signal })
    return () => controller.abort()
  }, [])
  const isReady = state.status === 'ready'
  useEffect(() => {
    // For keyboard users: the arrow keys rotate the model at once.
    if (!isReady || !document.activeElement?.matches(':focus-visible')) return
    // The element does not delegate its focus to the inner element that handles the keys.
    viewer.current?.shadowRoot?.querySelector<HTMLElement>('[role=img]')?.focus()
  }, [isReady])
  const { isRotating, stopRotating } = useAutoRotate(isReady)

  const turn = (by: number) => {
    if (!viewer.current) return
    stopRotating()
    const { theta, phi, radius } = viewer.current.getCameraOrbit()
    viewer.current.cameraOrbit = `${theta + by}rad ${phi}rad ${radius}m`
  }
  const zoomBy = (by: number) => {
    stopRotating()
    viewer.current?.zoom(by)
  }
  return { viewer, attach, state, isFetched, isRotating, stopRotating, turn, zoomBy }
}

/**
 * Fetches all files of the viewer in parallel. The viewer would cache a failure for good, so its files are fetched here
 * first, and it reads them from the browser's cache.
 */
function usePrefetch(source: string, setState: (state: State) => void): boolean {
  const [isFetched, setFetched] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let progress = 0
    const parts = [
      { work: import('./model-viewer.ts'), weight: 0.5 },
      { work: fetchFile(source, signal), weight: 0.3 },
      { work: fetchFile(LIGHT, signal), weight: 0.1 },
    ].map(async ({ work, weight }) => {
      await work
      progress += weight
      if (!signal.aborted) setState({ status: 'loading', progress })
    })
    Promise.all(parts).then(
      () => signal.aborted || setFetched(true),
      () => {
        if (signal.aborted) return
        controller.abort()
        setState({ status: 'failed' })
      },
    )
    return () => controller.abort()
  }, [source, setState])
  return isFetched
}

/** Rejects unless the response is the file. */
async function fetchFile(path: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await response.arrayBuffer()
}

/** Rotates for a while, until the shopper takes control. */
function useAutoRotate(isReady: boolean) {
  const mayMove = useMotionAllowed()
  const [isStopped, setStopped] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setStopped(true), AUTO_ROTATE_MS)
    return () => clearTimeout(timer)
  }, [isReady])
  return { isRotating: isReady && mayMove && !isStopped, stopRotating: () => setStopped(true) }
}
