import type { Product } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import type { PictureView } from '#app/product/ProductPicture.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import type { GalleryPicture } from './gallery-pictures.ts'

interface ThumbnailsProps {
  readonly product: Product
  readonly pictures: readonly GalleryPicture[]
  /** Null while the 3D view or the spin is open. */
  readonly shown: PictureView | null
  readonly onShow: (view: PictureView) => void
  readonly className?: string
}

export function Thumbnails({ product, pictures, shown, onShow, className }: ThumbnailsProps) {
  return (
    <ul aria-label="Pictures" className={classes('flex flex-wrap gap-2 lg:gap-3', className)}>
      {pictures.map(({ view }) => (
        <li key={view}>
          <button
            type="button"
            aria-label={`Show picture ${view} of ${pictures.length}`}
            aria-pressed={view === shown}
            onClick={() => onShow(view)}
            className={classes(
              'block size-[min(4rem,17vw)] border lg:size-20',
              view === shown
                ? 'border-gold ring-1 ring-gold forced-colors:border-4'
                : 'border-line hover:border-line-strong',
            )}
          >
            <ProductPicture product={product} view={view} sizes="80px" className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  )
}
