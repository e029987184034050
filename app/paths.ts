/** All links of the shop. */
import type { CollectionPart } from '#domain/collection.ts'
import type { ProductKey, ProductType } from '#domain/product.ts'

export const paths = {
  home: '/',
  allProducts: '/allproducts',
  search: (query: string) => `/allproducts?q=${encodeURIComponent(query)}`,
  specialOffer: '/special-offer',
  listing: (type: ProductType) => `/${type}`,
  product: ({ type, id }: ProductKey) => `/${type}/${id}`,
  cart: '/cart',
  /** A step of the cart page. */
  checkout: '/cart?step=checkout',
  wishlist: '/wishlist',
  orderSuccess: '/order-success',
  orderFailed: '/order-failed',
  account: '/account',
  orders: '/account#orders',
  order: (number: string) => `/account/orders/${encodeURIComponent(number)}`,
  /** `from` is the path to return to after signing in. */
  login: (from?: string) => withReturnPath('/login', from),
  signup: (from?: string) => withReturnPath('/signup', from),
  forgotPassword: (from?: string) => withReturnPath('/forgot-password', from),
  resetPassword: '/reset-password',
  about: '/about',
  contact: '/contact',
  faq: '/faq',
  blog: '/blog',
  blogPost: (id: number) => `/blog/${id}`,
  /** For feed readers; written by the build. */
  feed: '/blog/feed.xml',
  privacy: '/privacy',
  terms: '/terms',
  verify: '/verify',
  offline: '/offline',
  /** A part of an edition (app/product/collection-file.ts). */
  collectionFile: (hash: string, part: CollectionPart) => `/collection/${hash}/${part}.json`,
} as const

function withReturnPath(path: string, from: string | undefined): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path
}

/** The home page unless `from` is a path of the shop: prevents open redirects. */
export function safeReturnPath(from: string | null): string {
  const isInside = from !== null && /^\/(?![/\\])[\w\-./?=&%+]*$/.test(from)
  return isInside ? from : paths.home
}

/** The state of a link to a page that appears scrolled to its top, because its picture is already animated. */
export const AT_ONCE = 'at once'
