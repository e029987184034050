/** The pictures in the whole window: swipe between them; pinch, double-tap or press the buttons to zoom. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Product } from '#domain/product.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import type { PictureView } from '#app/product/ProductPicture.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import type { GalleryPicture } from './gallery-pictures.ts'
import { Thumbnails } from './Thumbnails.tsx'

interface PicturesProps {
  readonly product: Product
  readonly pictures: readonly GalleryPicture[]
  /** The first picture to show. */
  readonly view: PictureView
  readonly onClose: () => void
}

interface FullScreenProps extends PicturesProps {
  readonly open: boolean
}

const ZOOM_MAX = 3
const ZOOM_STEP = 0.5

export function FullScreen({ open, ...props }: FullScreenProps) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      label={`Pictures of ${props.product.name}`}
      className="inset-0 h-dvh w-full"
    >
      {open && <Pictures {...props} />}
    </Dialog>
  )
}

function Pictures({ product, pictures, view, onClose }: PicturesProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(view)
  const [zoom, setZoom] = useState(1)
  const zoomTo = (next: number) => setZoom(Math.min(Math.max(next, 1), ZOOM_MAX))
  useGestures(strip, zoom, zoomTo)
  useStableCentre(strip, zoom)
  useEffect(() => scrollToPicture(strip, view, 'instant'), [view])

  return (
    <>
      <ul
        ref={strip}
        // The arrow keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(pictures[Math.round(scrollLeft / clientWidth)]?.view ?? view)
        }
        className="flex h-full snap-x snap-mandatory overflow-x-auto scroll-smooth overscroll-contain"
      >
        {pictures.map((each) => (
          <li
            key={each.view}
            // The arrow keys also scroll it when it is zoomed.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={zoom > 1 ? 0 : undefined}
            className="grid h-full w-full shrink-0 snap-start overflow-auto overscroll-contain"
          >
            <div className="m-auto aspect-square" style={{ width: `calc(min(100%, 100dvh) * ${zoom})` }}>
              <ProductPicture
                product={product}
                view={each.view}
                sizes="200vmin"
                alt={each.alt}
                className="size-full"
              />
            </div>
          </li>
        ))}
      </ul>
      <Toolbar zoom={zoom} onZoom={zoomTo} onClose={onClose} />
      <Thumbnails
        product={product}
        pictures={pictures}
        shown={shown}
        onShow={(picture) => scrollToPicture(strip, picture)}
        className="absolute inset-x-4 bottom-4 mx-auto w-fit justify-center landscape:inset-x-auto landscape:top-1/2 landscape:bottom-auto landscape:left-4 landscape:mx-0 landscape:-translate-y-1/2 landscape:flex-col"
      />
    </>
  )
}

function scrollToPicture(
  strip: RefObject<Element | null>,
  view: PictureView,
  behavior?: ScrollBehavior,
): void {
  const picture = strip.current?.children.item(view - 1)
  picture?.scrollIntoView({ behavior, inline: 'start', block: 'nearest' })
}

interface ToolbarProps {
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  readonly onClose: () => void
}

function Toolbar({ zoom, onZoom, onClose }: ToolbarProps) {
  return (
    <div className="absolute top-3 right-3 flex gap-2">
      <IconButton
        label="Zoom out"
        icon={<Icon name="minus" />}
        disabled={zoom === 1}
        onClick={() => onZoom(zoom - ZOOM_STEP)}
        className="bg-ground/85"
      />
      <IconButton
        label="Zoom in"
        icon={<Icon name="plus" />}
        disabled={zoom === ZOOM_MAX}
        onClick={() => onZoom(zoom + ZOOM_STEP)}
        className="bg-ground/85"
      />
      <IconButton label="Close" icon={<Icon name="close" />} onClick={onClose} className="bg-ground/85" />
    </div>
  )
}

/** Pinch and double-tap. React's touch listeners are passive and cannot prevent the browser from zooming the page. */
function useGestures(
  target: RefObject<HTMLElement | null>,
  zoom: number,
  zoomTo: (zoom: number) => void,
): void {
  const latest = useRef({ zoom, zoomTo })
  useEffect(() => {
    latest.current = { zoom, zoomTo }
  })
  useEffect(() => {
    const element = target.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    let start: { distance: number; zoom: number } | null = null
    const begin = ({ touches }: TouchEvent) => {
      const distance = distanceOf(touches)
      start = distance === null ? null : { distance, zoom: latest.current.zoom }
    }
    const move = (event: TouchEvent) => {
      const distance = distanceOf(event.touches)
      if (!start || distance === null) return
      event.preventDefault()
      latest.current.zoomTo((start.zoom * distance) / start.distance)
    }
    element.addEventListener('touchstart', begin, { passive: true, signal })
    element.addEventListener('touchmove', move, { passive: false, signal })
    element.addEventListener('touchend', begin, { passive: true, signal })
    element.addEventListener('dblclick', () => latest.current.zoomTo(latest.current.zoom > 1 ? 1 : 2), {
      signal,
    })
    return () => controller.abort()
  }, [target])
}

/** Keeps the centre point of the window in place while the zoom changes. */
function useStableCentre(strip: RefObject<HTMLElement | null>, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    for (const frame of strip.current?.children ?? []) {
      const { clientWidth, clientHeight, scrollLeft, scrollTop } = frame
      const picture = Math.min(clientWidth, clientHeight)
      const scrolledFor = (scrolled: number, room: number) => {
        const edgeAt = (scale: number) => Math.max((room - picture * scale) / 2, 0)
        const middle = (scrolled + room / 2 - edgeAt(before.current)) / before.current
        return middle * zoom + edgeAt(zoom) - room / 2
      }
      frame.scrollTo({
        left: scrolledFor(scrollLeft, clientWidth),
        top: scrolledFor(scrollTop, clientHeight),
        behavior: 'instant',
      })
    }
    before.current = zoom
  }, [strip, zoom])
}

/** Null unless exactly two fingers touch. */
function distanceOf(touches: TouchList): number | null {
  const [one, other] = touches
  if (touches.length !== 2 || !one || !other) return null
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
}
