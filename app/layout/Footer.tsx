import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { ShopEmail } from '#app/ui/ShopEmail.tsx'
import { SHOP } from '#domain/shop.ts'
import { Wordmark } from './Logo.tsx'
import { NewsletterForm } from './NewsletterForm.tsx'

const QUICK_LINKS = [
  { label: 'Collections', to: paths.allProducts },
  { label: 'About', to: paths.about },
  { label: 'Blog', to: paths.blog },
  { label: 'FAQ', to: paths.faq },
]

export function Footer() {
  return (
    <footer className="below-fold mt-auto bg-band text-on-band print:hidden">
      <div className="leads-away page grid grid-cols-1 gap-x-8 gap-y-10 pt-14 pb-10 sm:grid-cols-2 lg:grid-cols-[1.4fr_0.8fr_1fr_1.6fr] xl:gap-x-12">
        <div>
          <Wordmark gold="text-band-gold" />
          <p className="max-w-[26ch] pt-3 text-on-band-soft">{SHOP.tagline}</p>
          <a
            href={SHOP.instagram}
            rel="noreferrer"
            className="mt-2 inline-flex min-h-11 items-center decoration-band-gold decoration-1 underline-offset-4 hover:underline"
          >
            Instagram
          </a>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className="pb-2 text-xl">
            Quick Links
          </h2>
          <ul>
            {QUICK_LINKS.map((link) => (
              <FooterLink key={link.to} {...link} />
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="pb-2 text-xl">Contact</h2>
          <ul>
            <li>
              <a
                href={`tel:${SHOP.phone.replaceAll(' ', '')}`}
                className="figures inline-flex min-h-11 items-center gap-2.5 hover:underline lg:min-h-9"
              >
                <Icon name="phone" className="size-4 text-band-gold" />
                {SHOP.phone}
              </a>
            </li>
            <li>
              <a
                href={`mailto:${SHOP.email}`}
                className="inline-flex min-h-11 items-center gap-2.5 wrap-anywhere hover:underline lg:min-h-9"
              >
                <Icon name="mail" className="size-4 text-band-gold" />
                <ShopEmail />
              </a>
            </li>
            <FooterLink label="Contact form" to={paths.contact} />
          </ul>
        </div>
        <NewsletterForm />
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-band-line py-4 text-sm text-on-band-soft">
          <p>
            {SHOP.name}, {SHOP.city}. Since <span className="figures">{SHOP.since}</span>.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            <FooterLink label="Privacy Policy" to={paths.privacy} />
            <FooterLink label="Terms of Service" to={paths.terms} />
          </ul>
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <li>
      <Link to={to} className="inline-flex min-h-11 min-w-11 items-center hover:underline lg:min-h-9">
        {label}
      </Link>
    </li>
  )
}
