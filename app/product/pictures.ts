import { pictureBase, type Product, type ProductKey } from '#domain/product.ts'

export const PRODUCT_PICTURE_WIDTHS = [320, 640, 1024] as const

/** From the front, and from another side. */
export const PHOTOGRAPHS = [1, 2] as const
/** The third is the drawing to scale. */
export type PictureView = 1 | 2 | 3

/** For shared links to the product. */
export function sharedPicture(product: ProductKey) {
  return { path: `${pictureBase(product, 1)}-1024.webp`, width: 1024, height: 1024 }
}

export function pictureAlt({ pictures }: Product, view: (typeof PHOTOGRAPHS)[number]): string {
  return view === 1 ? pictures[0] : pictures[1]
}

export interface GalleryPicture {
  readonly view: PictureView
  readonly alt: string
}

/** `drawing` is the text alternative of the drawing; null where there is none. */
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
