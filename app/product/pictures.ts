import { skuOf, type Product, type ProductKey } from '#domain/product.ts'
import { showcaseOf } from '#domain/showcase.ts'

export const PRODUCT_PICTURE_WIDTHS = [320, 640, 1024] as const

/** Every piece has two: the first from the front, the second from another side. */
export const PICTURE_VIEWS = [1, 2] as const
export type PictureView = (typeof PICTURE_VIEWS)[number]

export function pictureBase(product: ProductKey, view: PictureView): string {
  return `/pictures/${skuOf(product)}-${view}`
}

/** For links to the piece that people share. */
export function sharedPicture(product: ProductKey) {
  return { path: `${pictureBase(product, 1)}-1024.webp`, width: 1024, height: 1024 }
}

export function pictureAlt(product: Product, view: PictureView): string {
  return `${product.name}, ${materialOf(product)}${view === 2 ? ', second view' : ''}`
}

/** Beside a heading that already says the name. */
export function pictureAltBesideName(product: Product): string {
  return `${showcaseOf(product.type).singular}, ${materialOf(product)}`
}

function materialOf(product: Product): string {
  return product.type === 'gems' ? `${product.color.toLowerCase()} stone` : product.metal.toLowerCase()
}
