import type { CollectionSource } from '#domain/collection.ts'
import { paths } from '#app/paths.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { resultCountText } from '#app/product/texts.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, itemList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import type { Route } from './+types/special-offer.ts'

export const loader = ({ context }: Route.LoaderArgs) => pageDataOf(context.get(collectionContext))
export async function clientLoader() {
  const { fromCollection } = await import('#app/state/collection.ts')
  return fromCollection(pageDataOf)
}

async function pageDataOf(collection: CollectionSource) {
  const { loadOffers } = await import('#app/product/page-data.ts')
  return loadOffers(collection)
}

const TITLE = 'Special Offer'
const taglineOf = (offerPercent: number) => `Get ${offerPercent}% off on selected items this season`

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { offerPercent, products } = loaderData
  return pageMeta({
    title: TITLE,
    description: `${taglineOf(offerPercent)}. The price you see is the price you pay.`,
    path: paths.specialOffer,
    picture: { path: '/pictures/special-offer-1600.webp', width: 1600, height: 733 },
    jsonLd: import.meta.env.SSR
      ? [breadcrumbList([], { label: TITLE, to: paths.specialOffer }), itemList(products.map(paths.product))]
      : [],
  })
}

export default function SpecialOffer({ loaderData: { offerPercent, products } }: Route.ComponentProps) {
  return (
    <div className="page">
      <Breadcrumbs here={TITLE} />
      <PageTitle title={TITLE} tagline={taglineOf(offerPercent)} />
      <p className="mb-6 border-t border-line pt-5 text-ink-soft">{resultCountText(products.length)}</p>
      <ProductGrid products={products} eager={4} mixed />
    </div>
  )
}
