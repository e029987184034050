import { pictureBase, type Product, type ProductKey } from '#domain/product.ts'

export const PRODUCT_PICTURE_WIDTHS = [320, 640, 1024] as const

/** The first from the front, the second from another side. */
export const PICTURE_VIEWS = [1, 2] as const
export type PictureView = (typeof PICTURE_VIEWS)[number]

/** For shared links to the product. */
export function sharedPicture(product: ProductKey) {
  return { path: `${pictureBase(product, 1)}-1024.webp`, width: 1024, height: 1024 }
}

export function pictureAlt({ pictures }: Product, view: PictureView): string {
  return view === 1 ? pictures[0] : pictures[1]
}
