import type { CollectionSource, PricedProduct } from '#domain/collection.ts'
import { Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { absoluteUrl, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { CategoryTiles } from '#app/layout/CategoryTiles.tsx'
import { ProductCard } from '#app/product/ProductCard.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { ITEM_TOASTS } from '#domain/presentation.ts'
import { skuOf } from '#domain/product.ts'
import { COUNTRY, PICKUP_PINCODE, SHOP } from '#domain/shop.ts'
import { HomeCarousel } from './HomeCarousel.tsx'
import { OfferBanner } from './OfferBanner.tsx'
import { ShopBy } from './ShopBy.tsx'
import { TrustBadges } from './TrustBadges.tsx'
import type { Route } from './+types/route.ts'

const RecentlyViewed = lazyOptional(
  async () => (await import('#app/product/RecentlyViewed.tsx')).RecentlyViewed,
)

export const loader = ({ context }: Route.LoaderArgs) => pageDataOf(context.get(collectionContext))
export async function clientLoader() {
  const { fromCollection } = await import('#app/state/collection.ts')
  return fromCollection(pageDataOf)
}

async function pageDataOf(collection: CollectionSource) {
  const { loadHomeContent } = await import('./content.ts')
  return loadHomeContent(collection)
}

export function meta() {
  return pageMeta({
    description: `${SHOP.tagline} Rings, necklaces, earrings, bangles and sets in gold, silver and platinum, priced in the open.`,
    path: paths.home,
    jsonLd: import.meta.env.SSR
      ? [
          {
            '@type': ['Organization', 'JewelryStore'],
            '@id': absoluteUrl('/#shop'),
            name: SHOP.name,
            url: absoluteUrl('/'),
            description: SHOP.tagline,
            logo: absoluteUrl('/icon-512.png'),
            image: absoluteUrl('/og-image.jpg'),
            foundingDate: String(SHOP.since),
            telephone: SHOP.phone,
            email: SHOP.email,
            address: {
              '@type': 'PostalAddress',
              addressLocality: SHOP.city,
              postalCode: PICKUP_PINCODE,
              addressCountry: COUNTRY,
            },
            currenciesAccepted: 'INR',
          },
          {
            '@type': 'WebSite',
            name: SHOP.name,
            url: absoluteUrl('/'),
            publisher: { '@id': absoluteUrl('/#shop') },
            potentialAction: {
              '@type': 'SearchAction',
              target: `${absoluteUrl(paths.allProducts)}?q={search_term_string}`,
              'query-input': 'required name=search_term_string',
            },
          },
        ]
      : [],
  })
}

export default function Home() {
  const { slides, shopBy, newArrivals, featured, offerPercent } = useLoaderData<typeof loader>()
  return (
    <>
      <HomeCarousel slides={slides} />
      <div className="page">
        <div className="home-start">
          <div className="home-intro">
            <span aria-hidden="true" className="h-px w-16 bg-gold" />
            <h1 className="text-3xl">Fine jewellery from New Delhi, since {SHOP.since}</h1>
            <p className="text-lg text-balance text-ink-soft">
              Every piece with its weight and its metal, most with their price line by line. What you read is
              what you pay.
            </p>
          </div>
          <CategoryTiles />
        </div>
        <HomeSection title="New Arrivals" products={newArrivals} className="@min-[44rem]:grid-cols-4" />
        <ShopBy groups={shopBy} />
      </div>
      <OfferBanner offerPercent={offerPercent} />
      <div className="page">
        <HomeSection
          title="Featured Products"
          products={featured}
          className="sm:gap-y-12 @min-[44rem]:grid-cols-3"
        />
        <TrustBadges />
        <Suspense>
          <RecentlyViewed />
        </Suspense>
      </div>
    </>
  )
}

interface HomeSectionProps {
  readonly title: string
  readonly products: readonly PricedProduct[]
  readonly className: string
}

function HomeSection({ title, products, className }: HomeSectionProps) {
  return (
    <section aria-label={title} className="below-fold @container py-12 sm:py-20">
      <h2 className="pb-6 text-2xl sm:pb-10">{title}</h2>
      <ul className={`home-grid ${className}`}>
        {products.map((product) => (
          <li key={skuOf(product)}>
            <ProductCard product={product} level={3} toasts={ITEM_TOASTS} omitsFacts />
          </li>
        ))}
      </ul>
    </section>
  )
}
