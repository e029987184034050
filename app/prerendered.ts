/** Pages that are the same for everybody. */
import { OPENING_COLLECTION } from '../domain/catalogue/opening.ts'
import { COLLECTION_PARTS } from '../domain/collection.ts'
import { BLOG_POSTS } from '../domain/content/blog.ts'
import { PRODUCT_TYPES } from '../domain/product.ts'
import { paths } from './paths.ts'

export const PRERENDERED_PATHS: string[] = [
  paths.home,
  paths.allProducts,
  paths.specialOffer,
  paths.cart,
  paths.wishlist,
  paths.orderSuccess,
  paths.orderFailed,
  paths.account,
  paths.login(),
  paths.signup(),
  paths.forgotPassword(),
  paths.resetPassword,
  paths.about,
  paths.contact,
  paths.faq,
  paths.blog,
  paths.privacy,
  paths.terms,
  paths.verify,
  paths.offline,
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  ...BLOG_POSTS.map((post) => paths.blogPost(post.id)),
  ...PRODUCT_TYPES.map(paths.listing),
  ...OPENING_COLLECTION.products.map(paths.product),
  ...COLLECTION_PARTS.map((part) => paths.collectionFile(OPENING_COLLECTION.hash, part)),
]
