import type { CollectionSource } from '#domain/collection.ts'
import { paths } from '#app/paths.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { resultCountText } from '#app/product/texts.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, itemList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import type { Route } from './+types/special-offer.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  pageDataOf(context.get(collectionContext), request)
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { searchCollection } = await import('#app/state/collection.ts')
  const load = (collection: CollectionSource) => pageDataOf(collection, request)
  return searchCollection('all', load, { request, serverLoader })
}

async function pageDataOf(collection: CollectionSource, request: Request) {
  const { loadOffers } = await import('#app/product/page-data.ts')
  return loadOffers(collection, new URL(request.url).searchParams)
}

const TITLE = 'Special Offer'
const START = 'pieces'
const NO_PARAMS = new URLSearchParams()
const taglineOf = (offerPercent: number) => `Get ${offerPercent}% off on selected items this season`

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { offerPercent, products, head } = loaderData
  return pageMeta({
    ...head,
    description: `${taglineOf(offerPercent)}. The price you see is the price you pay.`,
    picture: { path: '/pictures/special-offer-1600.webp', width: 1600, height: 733 },
    jsonLd: import.meta.env.SSR
      ? [breadcrumbList([], { label: TITLE, to: paths.specialOffer }), itemList(products.map(paths.product))]
      : [],
  })
}

export default function SpecialOffer({ loaderData: { offerPercent, products, page } }: Route.ComponentProps) {
  return (
    <div className="page">
      <Breadcrumbs here={TITLE} />
      <PageTitle title={TITLE} tagline={taglineOf(offerPercent)} />
      <p className="mb-6 border-t border-line pt-5 text-ink-soft">{resultCountText(page.total)}</p>
      <section id={START} tabIndex={-1} aria-label="Pieces" className="outline-none">
        <ProductGrid
          products={products}
          eager={4}
          mixed
          pagination={{ page, params: NO_PARAMS, start: START }}
        />
      </section>
    </div>
  )
}
