import type { Product } from '#domain/product.ts'
import type { PictureView } from '#app/product/ProductPicture.tsx'

export interface GalleryPicture {
  readonly view: PictureView
  readonly alt: string
}

/** `drawing` is the text alternative of the drawing; null if there is none. */
export function galleryOf(
  product: Product,
  drawing: string | null,
): readonly [GalleryPicture, ...GalleryPicture[]] {
  const [front, side] = product.pictures
  return [
    { view: 1, alt: front },
    { view: 2, alt: side },
    ...(drawing === null ? [] : [{ view: 3 as const, alt: drawing }]),
  ]
}
