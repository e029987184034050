import type { BuiltIn } from './requirement.ts'

export const PURPOSE: BuiltIn = {
  '1.catalogues': ['domain/product.ts', 'app/routes.ts'],
  '1.bundled': ['app/product/collection-file.ts', 'app/state/collection.ts'],
  '1.account': ['app/account/Account.tsx'],
  '1.sign-in': ['app/auth/LoginForm.tsx', 'server/accounts/auth.ts'],
  '1.since': ['domain/shop.ts'],
}

export const FRAME: BuiltIn = {
  '2.every.frame': ['app/layout/Shell.tsx'],
  '2.every.scroll': ['app/layout/ScrollRestoration.tsx'],
  '2.routes.public': ['app/routes.ts', 'app/prerendered.ts'],
  '2.routes.detail': ['app/routes.ts', 'app/paths.ts'],
  '2.routes.signed-out-only': ['app/auth/use-auth-page.ts', 'app/auth/ForgotPasswordForm.tsx'],
  '2.routes.guard': ['app/account/Account.tsx'],
  '2.strip.shipping': ['app/layout/Header.tsx'],
  '2.strip.phone': ['app/layout/Header.tsx', 'domain/shop.ts'],
  '2.strip.email': ['app/layout/Header.tsx', 'domain/shop.ts'],
  '2.header.logo': ['app/layout/Header.tsx', 'app/layout/Logo.tsx'],
  '2.search.eight': ['domain/search.ts', 'domain/screen.ts'],
  '2.search.row': ['app/product/SearchSuggestions.tsx'],
  '2.search.opens': ['app/product/SearchSuggestions.tsx'],
  '2.header.wishlist': ['app/layout/CountLinks.tsx'],
  '2.header.cart': ['app/layout/CountLinks.tsx'],
  '2.header.login': ['app/layout/CountLinks.tsx'],
  '2.header.account': ['app/layout/CountLinks.tsx'],
  '2.header.phone-menu': ['app/layout/MobileMenu.tsx'],
  '2.menu.categories': ['app/layout/categories.ts'],
  '2.footer.tagline': ['app/layout/Footer.tsx'],
  '2.footer.social': ['app/layout/Footer.tsx'],
  '2.footer.quick-links': ['app/layout/Footer.tsx'],
  '2.footer.contact': ['app/layout/Footer.tsx'],
  '2.footer.subscribe': ['app/layout/NewsletterForm.tsx'],
  '2.footer.policies': ['app/layout/Footer.tsx'],
}

export const HOME: BuiltIn = {
  '2.home.carousel': ['app/home/content.ts', 'domain/screen.ts'],
  '2.home.carousel.advance': ['app/ui/Carousel.tsx'],
  '2.home.carousel.buttons': ['app/ui/Carousel.tsx'],
  '2.home.carousel.explore': ['app/home/HomeCarousel.tsx'],
  '2.home.tiles': ['app/layout/CategoryTiles.tsx'],
  '2.home.new-arrivals': ['domain/catalogue/selections.ts', 'app/home/route.tsx'],
  '2.home.featured': ['domain/catalogue/selections.ts', 'app/home/route.tsx'],
  '2.home.add-to-cart': ['app/home/route.tsx', 'domain/presentation.ts'],
  '2.home.offer': ['app/home/OfferBanner.tsx'],
  '2.about': ['app/content/about.tsx', 'domain/content/about.ts'],
  '2.contact': ['app/content/contact.tsx'],
  '2.collection.tiles': ['app/listing/all-products.tsx'],
}
