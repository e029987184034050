/** The collection index; with `?q=`, the results of the header's search. */
import type { CollectionSource } from '#domain/collection.ts'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { presentationOf } from '#domain/presentation.ts'
import { paths } from '#app/paths.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { Picture } from '#app/ui/Picture.tsx'
import type { CollectionPageData, CollectionTile } from '#app/product/page-data.ts'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { nothingFoundText, resultCountText } from '#app/product/texts.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { searchParams } from './search-params.ts'
import type { Route } from './+types/all-products.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  pageDataOf(context.get(collectionContext), request)
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { searchCollection } = await import('#app/state/collection.ts')
  const load = (collection: CollectionSource) => pageDataOf(collection, request)
  return searchCollection('all', load, { request, serverLoader })
}

async function pageDataOf(collection: CollectionSource, request: Request): Promise<CollectionPageData> {
  const { loadCollectionPage } = await import('#app/product/page-data.ts')
  return loadCollectionPage(collection, new URL(request.url).searchParams)
}

// Links, which work without script.
const NarrowSearch = lazyOptional(async () => (await import('./NarrowSearch.tsx')).NarrowSearch)

const TITLE = 'All Products'
const START = 'pieces'
const SEARCH_STEPS = [{ label: TITLE, to: paths.allProducts }]
const TAGLINE = 'The whole collection, from the everyday chain to the bridal set'

export function meta({ loaderData }: Route.MetaArgs) {
  const query = loaderData?.query
  return pageMeta({
    title: loaderData?.title ?? TITLE,
    description: `${TAGLINE}. Jewellery in gold, silver and platinum, gems and idols.`,
    path: paths.allProducts,
    noindex: Boolean(query),
    jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: TITLE, to: paths.allProducts })] : [],
  })
}

export default function AllProducts({ loaderData }: Route.ComponentProps) {
  if (loaderData.query) return <SearchResults {...loaderData} />
  return (
    <div className="page">
      <Breadcrumbs here={TITLE} />
      <PageTitle title={TITLE} tagline={TAGLINE} />
      <CategoryTiles tiles={loaderData.tiles} />
    </div>
  )
}

function SearchResults({ tiles, query, products, page, understoodAs, narrowing }: CollectionPageData) {
  if (products.length === 0) return <NothingFound query={query} tiles={tiles} />
  return (
    <div className="page">
      <Breadcrumbs steps={SEARCH_STEPS} here="Search" />
      <PageTitle title={`Results for “${query}”`} tagline={understoodAs && `Understood as ${understoodAs}`} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-3">
        <output className="text-ink-soft">{resultCountText(page.total)}</output>
        <Suspense>
          <NarrowSearch query={query} narrowing={narrowing} />
        </Suspense>
      </div>
      <section id={START} tabIndex={-1} aria-label="Pieces" className="outline-none">
        <ProductGrid
          products={products}
          eager={4}
          mixed
          pagination={{ page, params: searchParams(query, narrowing), start: START }}
        />
      </section>
    </div>
  )
}

function NothingFound({ query, tiles }: Pick<CollectionPageData, 'query' | 'tiles'>) {
  return (
    <div className="page">
      <Breadcrumbs steps={SEARCH_STEPS} here="Search" />
      <PageTitle
        title={nothingFoundText(query)}
        tagline="Try a metal, a style or a type of piece, or choose from the collection below."
      />
      <CategoryTiles tiles={tiles} />
    </div>
  )
}

const TILE_WIDTHS = [320, 640] as const
const TILES_IN_VIEW = 2

function CategoryTiles({ tiles }: Pick<CollectionPageData, 'tiles'>) {
  return (
    <div className="@container">
      <ul className="grid grid-cols-1 gap-x-3 gap-y-8 @min-[17rem]:grid-cols-2 @min-[40rem]:grid-cols-3 @min-[40rem]:gap-x-6 @min-[58rem]:grid-cols-4 @min-[58rem]:gap-y-12">
        {tiles.map((tile, index) => (
          <li key={tile.type}>
            <CategoryTile {...tile} eager={index < TILES_IN_VIEW} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CategoryTile({ type, tagline, eager }: CollectionTile & { readonly eager: boolean }) {
  return (
    <article className="group relative">
      <div className="relative lit aspect-square overflow-hidden bg-plinth">
        <Picture
          base={`/pictures/tile-${type}`}
          widths={TILE_WIDTHS}
          sizes="(min-width: 64rem) 20rem, (min-width: 44rem) 33vw, 50vw"
          alt=""
          width={640}
          height={640}
          eager={eager}
          className="size-full object-cover"
        />
      </div>
      <h2 className="mt-3 text-xl leading-tight">
        <Link
          to={paths.listing(type)}
          className="outline-none group-hover:text-gold-ink after:absolute after:inset-0 after:outline-offset-4 after:outline-gold focus-visible:after:outline-2"
        >
          {presentationOf(type).label.replace(' /', '\u00A0/')}
        </Link>
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{tagline}</p>
    </article>
  )
}
