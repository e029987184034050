import { useRef, useState, type ComponentType, type PointerEvent } from 'react'
import type { Product } from '#domain/product.ts'
import { ZOOM_FACTOR } from '#domain/shop.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { showToast } from '#app/state/toasts.ts'
import { pictureAlt, type PictureView } from '#app/product/pictures.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import type { FullScreenProps } from './FullScreen.tsx'
import { Thumbnails } from './Thumbnails.tsx'
import type { View3DProps } from './View3D.tsx'

export function Gallery({ product }: { readonly product: Product }) {
  const [view, setView] = useState<PictureView>(1)
  const [isFullScreen, setFullScreen] = useState(false)
  const [FullScreen, setFullScreenView] = useState<ComponentType<FullScreenProps> | null>(null)

  const [is3D, set3D] = useState(false)
  const [View3D, setView3D] = useState<ComponentType<View3DProps> | null>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const open3D = () => {
    set3D(true)
    import('./View3D.tsx').then(
      (module) => setView3D(() => module.View3D),
      () => {
        set3D(false)
        showToast('The 3D view could not be fetched. Please check your connection.')
      },
    )
  }
  const close3D = () => {
    set3D(false)
    opener.current?.focus()
  }
  const openFullScreen = () => {
    setFullScreen(true)
    // Fetched by those who ask for it.
    import('./FullScreen.tsx').then(
      (module) => setFullScreenView(() => module.FullScreen),
      () => {
        setFullScreen(false)
        showToast('The full screen could not be fetched. Please check your connection.')
      },
    )
  }

  return (
    <div className="flex flex-col gap-3">
      <div
        onPointerEnter={followPointer}
        onPointerMove={followPointer}
        className="group relative aspect-square overflow-hidden bg-plinth"
      >
        <div inert={is3D} className="size-full">
          {/* One element for both, as a browser shows its picture until the next one has come. */}
          <ProductPicture
            product={product}
            view={view}
            sizes="(min-width: 84rem) 40rem, (min-width: 48rem) 48vw, ((min-width: 40rem) and (orientation: landscape)) 48vw, 100vw"
            alt={pictureAlt(product, view)}
            eager
            className="size-full origin-(--zoom-at) transition-[scale] [@media(hover:hover)]:group-hover:scale-(--zoom)"
          />
          <button
            type="button"
            aria-label="View full screen"
            aria-haspopup="dialog"
            onClick={openFullScreen}
            className="absolute right-3 bottom-3 grid size-11 cursor-zoom-in place-items-center rounded-full bg-ground/85"
          >
            <Icon name="plus" />
          </button>
        </div>
        {is3D && View3D && <View3D product={product} onClose={close3D} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Thumbnails
          product={product}
          shown={is3D ? null : view}
          onShow={(chosen) => {
            setView(chosen)
            set3D(false)
          }}
        />
        <Button
          ref={opener}
          variant="secondary"
          size="sm"
          onClick={is3D ? close3D : open3D}
          onKeyDown={(event) => event.key === 'Escape' && close3D()}
        >
          {!is3D ? 'View in 3D' : View3D ? 'Photographs' : 'Loading…'}
        </Button>
      </div>
      {isFullScreen && FullScreen && (
        <FullScreen product={product} view={view} onClose={() => setFullScreen(false)} />
      )}
    </div>
  )
}

/** The point under the pointer stays where it is while the rest grows around it. */
function followPointer(event: PointerEvent<HTMLDivElement>) {
  const frame = event.currentTarget
  const { left, top, width, height } = frame.getBoundingClientRect()
  const across = ((event.clientX - left) / width) * 100
  const down = ((event.clientY - top) / height) * 100
  frame.style.setProperty('--zoom', String(ZOOM_FACTOR))
  frame.style.setProperty('--zoom-at', `${across}% ${down}%`)
}
