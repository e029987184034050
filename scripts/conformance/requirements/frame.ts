import type { Chapter } from './requirement.ts'

export const PURPOSE: Chapter = {
  title: 'Section 1: what the shop is for',
  requirements: [
    [
      '1.catalogues',
      'Twelve kinds of pieces, each with a catalogue of its own',
      'domain/product.ts',
      'app/routes.ts',
    ],
    [
      '1.bundled',
      'The catalogue comes with the pages; browsing it asks no interface',
      'domain/catalogue/lazily.ts',
    ],
    ['1.account', 'A signed-in person has a profile and a purchase history', 'app/account/Account.tsx'],
    [
      '1.sign-in',
      'Sign-in by e-mail and password, or by a Google account',
      'app/auth/LoginForm.tsx',
      'server/accounts/auth.ts',
    ],
    ['1.since', 'The shop names 1995 as its year', 'domain/shop.ts'],
  ],
}

export const FRAME: Chapter = {
  title: 'Section 2: header, footer and routes',
  requirements: [
    ['2.every.frame', 'Every page has the header and the footer', 'app/layout/Shell.tsx'],
    ['2.every.scroll', 'A new path glides to the top of the window', 'app/layout/Scrolling.tsx'],
    [
      '2.routes.public',
      'Every listed public address answers with its page',
      'app/routes.ts',
      'app/prerendered.ts',
    ],
    ['2.routes.detail', 'Every type has detail pages at /type/number', 'app/routes.ts', 'app/paths.ts'],
    [
      '2.routes.signed-out-only',
      'Login, signup and forgot-password send a signed-in person to the home page',
      'app/auth/use-going-on.ts',
      'app/auth/ForgotPasswordForm.tsx',
    ],
    ['2.routes.guard', 'Who is not signed in is sent from the account to /login', 'app/account/Account.tsx'],
    ['2.strip.shipping', 'The strip says that orders over ₹5000 ship free', 'app/layout/Header.tsx'],
    ['2.strip.phone', 'The strip has the shop’s telephone', 'app/layout/Header.tsx', 'domain/shop.ts'],
    ['2.strip.email', 'The strip has the shop’s e-mail address', 'app/layout/Header.tsx', 'domain/shop.ts'],
    ['2.header.logo', 'The logo leads home', 'app/layout/Header.tsx', 'app/layout/Logo.tsx'],
    [
      '2.search.eight',
      'The search box offers at most eight suggestions',
      'domain/search.ts',
      'domain/shop.ts',
    ],
    [
      '2.search.row',
      'A suggestion has picture, name, category, price and type',
      'app/product/SearchSuggestions.tsx',
    ],
    ['2.search.opens', 'A suggestion opens the page of its piece', 'app/product/SearchSuggestions.tsx'],
    ['2.header.wishlist', 'A link to the wishlist with the count of wishes', 'app/layout/CountLinks.tsx'],
    ['2.header.cart', 'A link to the cart', 'app/layout/CountLinks.tsx'],
    ['2.header.login', 'A visitor is offered Login', 'app/layout/CountLinks.tsx'],
    ['2.header.account', 'A signed-in person is offered Account instead', 'app/layout/WhenSignedIn.tsx'],
    ['2.header.phone-menu', 'On phones a menu slides out with the same links', 'app/layout/MobileMenu.tsx'],
    [
      '2.menu.categories',
      'The category menu has the specified words in their order',
      'app/layout/categories.ts',
    ],
    ['2.footer.tagline', 'The footer has the tagline of the shop', 'app/layout/Footer.tsx'],
    ['2.footer.social', 'The footer has a link to a social network', 'app/layout/Footer.tsx'],
    [
      '2.footer.quick-links',
      'Quick Links: Collections (to /allproducts), About, Blog, FAQ',
      'app/layout/Footer.tsx',
    ],
    ['2.footer.contact', 'The footer has telephone and e-mail address', 'app/layout/Footer.tsx'],
    ['2.footer.subscribe', 'Stay Updated takes an e-mail address', 'app/layout/StayUpdated.tsx'],
    [
      '2.footer.policies',
      'Privacy Policy leads to /privacy and Terms of Service to /terms',
      'app/layout/Footer.tsx',
    ],
  ],
}

export const HOME: Chapter = {
  title: 'Section 2: home, about, contact, collections',
  requirements: [
    ['2.home.carousel', 'A carousel of fourteen pictures', 'app/home/showcase.ts', 'domain/shop.ts'],
    ['2.home.carousel.advance', 'It goes on by itself every three seconds', 'app/ui/Carousel.tsx'],
    ['2.home.carousel.buttons', 'Buttons turn it back and forth', 'app/ui/Carousel.tsx'],
    ['2.home.carousel.explore', 'Explore Collection leads to /allproducts', 'app/home/HomeCarousel.tsx'],
    ['2.home.tiles', 'Shop by Category: Rings, Necklaces, Earrings, Bracelets', 'app/home/CategoryTiles.tsx'],
    [
      '2.home.new-arrivals',
      'New Arrivals has four pieces',
      'domain/catalogue/selections.ts',
      'app/home/route.tsx',
    ],
    [
      '2.home.featured',
      'Featured Products has six pieces',
      'domain/catalogue/selections.ts',
      'app/home/route.tsx',
    ],
    [
      '2.home.add-to-cart',
      'Their Add to Cart says “Item added to cart!” for three seconds',
      'app/home/route.tsx',
      'domain/showcase.ts',
    ],
    [
      '2.home.offer',
      'A banner with the words of the 20% offer leads to /special-offer',
      'app/home/OfferBanner.tsx',
    ],
    ['2.about', 'About tells of the company', 'app/content/about.tsx', 'domain/content/about.ts'],
    ['2.contact', 'There is a contact page', 'app/content/contact.tsx'],
    [
      '2.collection.tiles',
      'The index of the collection has a tile per category',
      'app/listing/all-products.tsx',
    ],
  ],
}
