import type { Product } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { PICTURE_VIEWS, type PictureView } from '#app/product/pictures.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'

interface ThumbnailsProps {
  readonly product: Product
  /** Null while the 3D view is open. */
  readonly shown: PictureView | null
  readonly onShow: (view: PictureView) => void
  readonly className?: string
}

export function Thumbnails({ product, shown, onShow, className }: ThumbnailsProps) {
  return (
    <ul aria-label="Pictures" className={classes('flex gap-3', className)}>
      {PICTURE_VIEWS.map((view) => (
        <li key={view}>
          <button
            type="button"
            aria-label={`Show picture ${view} of ${PICTURE_VIEWS.length}`}
            aria-pressed={view === shown}
            onClick={() => onShow(view)}
            className={classes(
              'block size-20 border',
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
