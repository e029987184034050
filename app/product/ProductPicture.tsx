import { pictureBase, type ProductKey } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { Picture, type PictureProps } from '#app/ui/Picture.tsx'
import { PRODUCT_PICTURE_WIDTHS, type PictureView } from './pictures.ts'

interface ProductPictureProps extends Pick<PictureProps, 'sizes' | 'eager' | 'className'> {
  readonly product: ProductKey
  readonly view?: PictureView
  /** Empty where the name of the product stands beside it. */
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
