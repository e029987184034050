import { Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { SearchBox } from '#app/product/SearchBox.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { FREE_SHIPPING_THRESHOLD, SHOP } from '#domain/shop.ts'
import { CountLinks } from './CountLinks.tsx'
import { Wordmark } from './Logo.tsx'

// Both menus open without script.
const MobileMenu = lazyOptional(async () => (await import('./MobileMenu.tsx')).MobileMenu)
const CategoryMenu = lazyOptional(async () => (await import('./CategoryMenu.tsx')).CategoryMenu)

/**
 * The bar with the logo is sticky, in wide windows also the search; strip and categories scroll away. The header is
 * `contents`, so that the bar sticks to the page.
 */
export function Header() {
  return (
    <header className="contents">
      <Strip />
      <div className="bar header-bar">
        <div className="page flex h-14 items-center justify-between lg:h-18">
          <div className="flex items-center">
            <Suspense>
              <MobileMenu />
            </Suspense>
            <Link to={paths.home} aria-label={`${SHOP.name}, home`} className="flex min-h-11 items-center">
              <Wordmark />
            </Link>
          </div>
          <div className="print:hidden">
            <CountLinks />
          </div>
        </div>
      </div>
      <div className="header-search leads-away">
        <SearchBox />
      </div>
      <Suspense>
        <CategoryMenu />
      </Suspense>
    </header>
  )
}

function Strip() {
  return (
    <div className="bg-band text-sm text-on-band low:hidden print:hidden">
      <div className="strip">
        {/* No thousands separator (`2.strip.shipping`). */}
        <p>
          Free shipping on orders over <span className="figures">{FREE_SHIPPING_THRESHOLD}</span>
        </p>
        <ul className="strip-links">
          <ContactLink href={`tel:${SHOP.phone.replaceAll(' ', '')}`} icon="phone" text={SHOP.phone} />
          <ContactLink href={`mailto:${SHOP.email}`} icon="mail" text={SHOP.email} />
        </ul>
      </div>
    </div>
  )
}

/** On phones only the icon. */
function ContactLink({
  href,
  icon,
  text,
}: {
  readonly href: string
  readonly icon: 'phone' | 'mail'
  readonly text: string
}) {
  return (
    <li>
      <a href={href} className="strip-link">
        <Icon name={icon} className="size-4 text-band-gold" />
        <span className="figures sr-only md:not-sr-only">{text}</span>
      </a>
    </li>
  )
}
