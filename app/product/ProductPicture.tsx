import { pictureBase, PRODUCT_PICTURE_WIDTHS, type PicturedProduct } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { Picture, type PictureProps } from '#app/ui/Picture.tsx'

/** From the front, from another side, and the drawing to scale. */
export type PictureView = 1 | 2 | 3

interface ProductPictureProps extends Pick<PictureProps, 'sizes' | 'eager' | 'className'> {
  readonly product: PicturedProduct
  readonly view?: PictureView
  /** Empty if the name of the product is next to it. */
  readonly alt?: string
}

/** Square; `className` gives its size. */
export function ProductPicture({ product, view = 1, alt = '', className, ...props }: ProductPictureProps) {
  return (
    <Picture
      {...props}
      base={pictureBase(product, view)}
      widths={PRODUCT_PICTURE_WIDTHS}
      alt={alt}
      width={640}
      height={640}
      className={classes('object-cover', className)}
    />
  )
}

/** For shared links to the product. */
export function sharedPicture(product: PicturedProduct) {
  return { path: `${pictureBase(product, 1)}-1024.webp`, width: 1024, height: 1024 }
}
