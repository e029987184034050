import { OFFER_PERCENT } from '#domain/shop.ts'
import { paths } from '#app/paths.ts'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { resultCountText } from '#app/product/texts.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, itemList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import type { Route } from './+types/special-offer.ts'

export const loader = () => productsOnOffer()
export const clientLoader = () => productsOnOffer()

async function productsOnOffer() {
  const { ALL_PRODUCTS } = await import('#domain/catalogue/all.ts')
  return ALL_PRODUCTS.filter((product) => product.onOffer)
}

const TITLE = 'Special Offer'
const TAGLINE = `Get ${OFFER_PERCENT}% off on selected items this season`

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: TITLE,
    description: `${TAGLINE}. The price you see is the price you pay.`,
    path: paths.specialOffer,
    picture: { path: '/pictures/special-offer-1600.webp', width: 1600, height: 733 },
    jsonLd: import.meta.env.SSR
      ? [
          breadcrumbList([], { label: TITLE, to: paths.specialOffer }),
          itemList((loaderData ?? []).map(paths.product)),
        ]
      : [],
  })
}

export default function SpecialOffer({ loaderData: products }: Route.ComponentProps) {
  return (
    <div className="page">
      <Breadcrumbs here={TITLE} />
      <PageTitle title={TITLE} tagline={TAGLINE} />
      <p className="mb-6 border-t border-line pt-5 text-ink-soft">{resultCountText(products.length)}</p>
      <ProductGrid products={products} eager={4} mixed />
    </div>
  )
}
