import { useRef, useState, type PointerEvent } from 'react'
import type { Product } from '#domain/product.ts'
import { ZOOM_FACTOR } from '#domain/screen.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import type { PictureView } from '#app/product/ProductPicture.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { useOnDemand } from '#app/product/use-on-demand.ts'
import { galleryOf, type GalleryPicture } from './gallery-pictures.ts'
import { GALLERY_SIZES } from './gallery-sizes.ts'
import { Thumbnails } from './Thumbnails.tsx'

interface GalleryProps {
  readonly product: Product
  /** The text alternative of the drawing to scale; null if there is neither a drawing nor a 3D model. */
  readonly drawing: string | null
  /** Frames of its spin, which replaces the 3D model; null if there is none. */
  readonly spinFrames: number | null
}

export function Gallery({ product, drawing, spinFrames }: GalleryProps) {
  const pictures = galleryOf(product, drawing)
  const [view, setView] = useState<PictureView>(1)
  const shown = pictures[view - 1] ?? pictures[0]
  const fullScreen = useOnDemand(
    async () => (await import('./FullScreen.tsx')).FullScreen,
    'The full screen could not be fetched. Please check your connection.',
  )
  const turnable = useTurnable(product, spinFrames)

  return (
    <div className="flex flex-col gap-3">
      <div
        onPointerEnter={zoomAtPointer}
        onPointerMove={zoomAtPointer}
        className={classes(
          'group relative aspect-square overflow-hidden bg-plinth',
          // The drawing has no light, and a picture under inspection is not dimmed.
          view !== 3 && !turnable.isOpen && 'lit hover:before:opacity-0',
        )}
      >
        <div inert={turnable.isOpen} className="size-full">
          <LargePicture product={product} {...shown} onOpen={fullScreen.open} />
        </div>
        {turnable.isOpen && turnable.view}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Thumbnails
          product={product}
          pictures={pictures}
          shown={turnable.isOpen ? null : view}
          onShow={(chosen) => {
            setView(chosen)
            turnable.close()
          }}
        />
        {(drawing !== null || spinFrames !== null) && turnable.button}
      </div>
      {view === 3 && <p className="text-sm text-ink-soft">{drawing}</p>}
      {fullScreen.Part && (
        <fullScreen.Part
          open={fullScreen.isOpen}
          product={product}
          pictures={pictures}
          view={view}
          onClose={fullScreen.close}
        />
      )}
    </div>
  )
}

/** Replaces the photograph: the spin if the studio made one, otherwise the 3D model. */
function useTurnable(product: Product, spinFrames: number | null) {
  const model = useOnDemand(
    async () => (await import('./View3D.tsx')).View3D,
    'The 3D view could not be fetched. Please check your connection.',
  )
  const spin = useOnDemand(
    async () => (await import('./Spin.tsx')).Spin,
    'The view from all sides could not be fetched. Please check your connection.',
  )
  const { isOpen, Part, open, close } = spinFrames === null ? model : spin
  const opener = useRef<HTMLButtonElement>(null)
  const closeAndFocus = () => {
    // For a keyboard, it must come into view; for a finger, the photographs must stay.
    const preventScroll = !document.activeElement?.matches(':focus-visible')
    close()
    opener.current?.focus({ preventScroll })
  }
  const view =
    spinFrames === null
      ? model.Part && <model.Part product={product} onClose={closeAndFocus} />
      : spin.Part && <spin.Part product={product} frames={spinFrames} onClose={closeAndFocus} />
  const label = spinFrames === null ? 'View in 3D' : 'View in 360°'
  const button = (
    <Button
      ref={opener}
      variant="secondary"
      size="sm"
      onClick={isOpen ? closeAndFocus : open}
      onKeyDown={(event) => event.key === 'Escape' && closeAndFocus()}
      className="max-lg:px-3"
    >
      {!isOpen ? label : Part ? 'Photographs' : 'Loading…'}
    </Button>
  )
  return { isOpen, close, view, button }
}

interface LargePictureProps extends GalleryPicture {
  readonly product: Product
  readonly onOpen: () => void
}

function LargePicture({ product, view, alt, onOpen }: LargePictureProps) {
  return (
    <>
      {/* One element for all views: the browser shows the old picture until the new one has loaded. */}
      <ProductPicture
        product={product}
        view={view}
        sizes={GALLERY_SIZES}
        alt={alt}
        eager
        className="size-full origin-(--zoom-at) transition-[scale] [@media(hover:hover)]:group-hover:scale-(--zoom)"
      />
      <button
        type="button"
        aria-label="View full screen"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="absolute in-[[inert]]:hidden right-3 bottom-3 z-1 grid size-11 cursor-zoom-in place-items-center rounded-full bg-ground/85"
      >
        <Icon name="plus" />
      </button>
    </>
  )
}

/** Scales the picture around the point under the pointer. */
function zoomAtPointer(event: PointerEvent<HTMLDivElement>) {
  const frame = event.currentTarget
  const { left, top, width, height } = frame.getBoundingClientRect()
  const across = ((event.clientX - left) / width) * 100
  const down = ((event.clientY - top) / height) * 100
  frame.style.setProperty('--zoom', String(ZOOM_FACTOR))
  frame.style.setProperty('--zoom-at', `${across}% ${down}%`)
}
