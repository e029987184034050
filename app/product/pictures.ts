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
