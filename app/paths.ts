/** Every link of the shop is built here. */
import type { ProductKey, ProductType } from '#domain/product.ts'

export const paths = {
  home: '/',
  allProducts: '/allproducts',
  search: (query: string) => `/allproducts?q=${encodeURIComponent(query)}`,
  specialOffer: '/special-offer',
  listing: (type: ProductType) => `/${type}`,
  product: ({ type, id }: ProductKey) => `/${type}/${id}`,
  cart: '/cart',
  /** The order-summary view, a step of the cart's page. */
  checkout: '/cart?step=checkout',
  wishlist: '/wishlist',
  orderSuccess: '/order-success',
  orderFailed: '/order-failed',
  account: '/account',
  orders: '/account#orders',
  order: (number: string) => `/account/orders/${encodeURIComponent(number)}`,
  /** `from` is where the person was heading and returns to after signing in. */
  login: (from?: string) => headingFor('/login', from),
  signup: (from?: string) => headingFor('/signup', from),
  forgotPassword: (from?: string) => headingFor('/forgot-password', from),
  resetPassword: '/reset-password',
  about: '/about',
  contact: '/contact',
  faq: '/faq',
  blog: '/blog',
  blogPost: (id: number) => `/blog/${id}`,
  /** For feed readers; a file of the build. */
  feed: '/blog/feed.xml',
  privacy: '/privacy',
  terms: '/terms',
  offline: '/offline',
} as const

function headingFor(path: string, from: string | undefined): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path
}

/** A place inside the shop to go on to; anything else, a foreign address above all, becomes the home page. */
export function placeWithin(from: string | null): string {
  const isInside = from !== null && /^\/(?![/\\])[\w\-./?=&%+]*$/.test(from)
  return isInside ? from : paths.home
}
