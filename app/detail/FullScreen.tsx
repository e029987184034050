/** The pictures over the whole window: swipe from one to the other, pinch, double-press or use the buttons to come closer. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Product } from '#domain/product.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { PICTURE_VIEWS, pictureAlt, type PictureView } from '#app/product/pictures.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { Thumbnails } from './Thumbnails.tsx'

export interface FullScreenProps {
  readonly product: Product
  /** The picture to begin with. */
  readonly view: PictureView
  readonly onClose: () => void
}

const CLOSENESS_MAX = 3
const CLOSENESS_STEP = 0.5

export function FullScreen({ product, view, onClose }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(view)
  const [closeness, setCloseness] = useState(1)
  const zoomTo = (next: number) => setCloseness(Math.min(Math.max(next, 1), CLOSENESS_MAX))
  useGestures(strip, closeness, zoomTo)
  useStableCentre(strip, closeness)
  useEffect(() => {
    dialog.current?.showModal()
    const first = strip.current?.children.item(view - 1)
    first?.scrollIntoView({ behavior: 'instant', inline: 'start', block: 'nearest' })
  }, [view])

  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${product.name}`}
      onClose={onClose}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-ground p-0 text-ink"
    >
      <ul
        ref={strip}
        // Scrolled by the arrow keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(PICTURE_VIEWS[Math.round(scrollLeft / clientWidth)] ?? view)
        }
        className="flex h-full snap-x snap-mandatory overflow-x-auto scroll-smooth overscroll-contain"
      >
        {PICTURE_VIEWS.map((each) => (
          <li
            key={each}
            // Larger than the window, it is scrolled by the arrow keys as well.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={closeness > 1 ? 0 : undefined}
            className="grid h-full w-full shrink-0 snap-start overflow-auto overscroll-contain"
          >
            <div className="m-auto aspect-square" style={{ width: `calc(min(100%, 100dvh) * ${closeness})` }}>
              <ProductPicture
                product={product}
                view={each}
                sizes="200vmin"
                alt={pictureAlt(product, each)}
                className="size-full"
              />
            </div>
          </li>
        ))}
      </ul>
      <div className="absolute top-3 right-3 flex gap-2">
        <IconButton
          label="Zoom out"
          icon={<Icon name="minus" />}
          disabled={closeness === 1}
          onClick={() => zoomTo(closeness - CLOSENESS_STEP)}
          className="bg-ground/85"
        />
        <IconButton
          label="Zoom in"
          icon={<Icon name="plus" />}
          disabled={closeness === CLOSENESS_MAX}
          onClick={() => zoomTo(closeness + CLOSENESS_STEP)}
          className="bg-ground/85"
        />
        <IconButton
          label="Close"
          icon={<Icon name="close" />}
          onClick={() => dialog.current?.close()}
          className="bg-ground/85"
        />
      </div>
      <Thumbnails
        product={product}
        shown={shown}
        onShow={(chosen) =>
          strip.current?.children.item(chosen - 1)?.scrollIntoView({ inline: 'start', block: 'nearest' })
        }
        className="absolute bottom-4 left-1/2 -translate-x-1/2 landscape:top-1/2 landscape:bottom-auto landscape:left-4 landscape:translate-x-0 landscape:-translate-y-1/2 landscape:flex-col"
      />
    </dialog>
  )
}

/**
 * Two fingers moving apart, and a double press. Listened to directly: the page must be able to keep the browser from
 * zooming all of it.
 */
function useGestures(
  target: RefObject<HTMLElement | null>,
  closeness: number,
  zoomTo: (closeness: number) => void,
): void {
  const now = useRef({ closeness, comeCloser: zoomTo })
  useEffect(() => {
    now.current = { closeness, comeCloser: zoomTo }
  })
  useEffect(() => {
    const element = target.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    let start: { distance: number; closeness: number } | null = null
    const begin = ({ touches }: TouchEvent) => {
      const distance = distanceOf(touches)
      start = distance === null ? null : { distance, closeness: now.current.closeness }
    }
    const move = (event: TouchEvent) => {
      const distance = distanceOf(event.touches)
      if (!start || distance === null) return
      event.preventDefault()
      now.current.comeCloser((start.closeness * distance) / start.distance)
    }
    element.addEventListener('touchstart', begin, { passive: true, signal })
    element.addEventListener('touchmove', move, { passive: false, signal })
    element.addEventListener('touchend', begin, { passive: true, signal })
    element.addEventListener('dblclick', () => now.current.comeCloser(now.current.closeness > 1 ? 1 : 2), {
      signal,
    })
    return () => listening.abort()
  }, [target])
}

/** What is in the middle of the window stays there when the picture grows or shrinks. */
function useStableCentre(strip: RefObject<HTMLElement | null>, closeness: number): void {
  const before = useRef(closeness)
  useLayoutEffect(() => {
    for (const frame of strip.current?.children ?? []) {
      const { clientWidth, clientHeight, scrollLeft, scrollTop } = frame
      const picture = Math.min(clientWidth, clientHeight)
      const steady = (scrolled: number, room: number) => {
        const edgeAt = (scale: number) => Math.max((room - picture * scale) / 2, 0)
        const middle = (scrolled + room / 2 - edgeAt(before.current)) / before.current
        return middle * closeness + edgeAt(closeness) - room / 2
      }
      frame.scrollTo({
        left: steady(scrollLeft, clientWidth),
        top: steady(scrollTop, clientHeight),
        behavior: 'instant',
      })
    }
    before.current = closeness
  }, [strip, closeness])
}

/** Null unless exactly two fingers touch. */
function distanceOf(touches: TouchList): number | null {
  const [one, other] = touches
  if (touches.length !== 2 || !one || !other) return null
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
}
