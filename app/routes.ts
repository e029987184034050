/** Twelve product types share one listing and one detail page. */
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('home/route.tsx'),
  route('allproducts', 'listing/all-products.tsx'),
  route('special-offer', 'listing/special-offer.tsx'),

  route('cart', 'cart/route.tsx', [index('checkout/route.tsx')]),
  route('wishlist', 'wishlist/route.tsx'),
  route('order-success', 'checkout/success.tsx'),
  route('order-failed', 'checkout/failed.tsx'),
  route('account', 'account/route.tsx'),
  route('account/orders/:number', 'account/order.tsx'),

  route('login', 'auth/login.tsx'),
  route('signup', 'auth/signup.tsx'),
  route('forgot-password', 'auth/forgot-password.tsx'),
  route('reset-password', 'auth/reset-password.tsx'),

  route('about', 'content/about.tsx'),
  route('contact', 'content/contact.tsx'),
  route('faq', 'content/faq.tsx'),
  route('blog', 'content/blog.tsx'),
  route('blog/:id', 'content/blog-post.tsx'),
  route('privacy', 'content/privacy.tsx'),
  route('terms', 'content/terms.tsx'),
  route('newsletter/:action', 'content/newsletter.tsx'),
  route('verify', 'content/verify.tsx'),
  route('offline', 'content/offline.tsx'),
  route('collection/:hash/:file', 'product/collection-file.ts'),

  route(':type', 'listing/route.tsx'),
  route(':type/:id', 'detail/route.tsx'),
  route('*', 'content/not-found.tsx'),
] satisfies RouteConfig
