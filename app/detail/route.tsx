/** The detail pages of all twelve product types; domain/presentation.ts and details.ts define how they differ. */
import type { CollectionSource } from '#domain/collection.ts'
import {
  lazy,
  Suspense,
  useDeferredValue,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type Ref,
} from 'react'
import { data, isRouteErrorResponse, Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Price as ProductPrice } from '#domain/price.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { isProductType, skuOf } from '#domain/product.ts'
import { standardSizeOf } from '#domain/sizes.ts'
import { canAddFromDetail, notFoundMessage, presentationOf } from '#domain/presentation.ts'
import { AT_ONCE, paths } from '#app/paths.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { BuyBar } from '#app/ui/BuyBar.tsx'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { LazyHydrate } from '#app/ui/LazyHydrate.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { AddToCartButton } from '#app/product/AddToCartButton.tsx'
import type { ProductPageData } from '#app/product/page-data.ts'
import { sharedPicture } from '#app/product/ProductPicture.tsx'
import { Price } from '#app/product/Price.tsx'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { Rating } from '#app/product/Rating.tsx'
import { StockBadge } from '#app/product/StockBadge.tsx'
import { useWishlistItem } from '#app/product/WishlistHeart.tsx'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { Missing, NotFound, UnexpectedError } from '#app/layout/ErrorPages.tsx'
import { Gallery } from './Gallery.tsx'
import { ShareButton } from './ShareButton.tsx'
import { SizeChooser } from './SizeChooser.tsx'
import { productData } from './structured-data.ts'
import type { Route } from './+types/route.ts'

const NoLongerMade = lazy(async () => ({ default: (await import('./NoLongerMade.tsx')).NoLongerMade }))
// Below the fold: hydrated later.
const Facts = lazy(() => import('./Facts.tsx'))
const RecentlyViewed = lazyOptional(
  async () => (await import('#app/product/RecentlyViewed.tsx')).RecentlyViewed,
)

/** A retired product is gone for search engines; its page says so and shows similar products. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const pageData = await pageDataOf(context.get(collectionContext), params)
  return data(pageData, { status: pageData.product.retired ? 410 : 200 })
}
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { fromCollection } = await import('#app/state/collection.ts')
  return fromCollection((collection) => pageDataOf(collection, params))
}

async function pageDataOf(
  collection: CollectionSource,
  { type, id }: Route.LoaderArgs['params'],
): Promise<ProductPageData> {
  const { loadProductPage } = await import('#app/product/page-data.ts')
  const pageData = await loadProductPage(collection, type, id)
  if (!pageData) throw data(null, { status: 404 })
  return pageData
}

export function meta({ loaderData, params, location }: Route.MetaArgs) {
  if (!loaderData) {
    const title = missingMessage(params.type)
    return pageMeta({ title, description: title, path: location.pathname, noindex: true })
  }
  const { product } = loaderData
  const { label } = presentationOf(product.type)
  const path = paths.product(product)
  return pageMeta({
    title: product.name,
    description: product.description,
    path,
    picture: sharedPicture(product),
    kind: 'product',
    noindex: product.retired,
    jsonLd:
      import.meta.env.SSR && !product.retired
        ? [
            productData(product),
            breadcrumbList([{ label, to: paths.listing(product.type) }], { label: product.name, to: path }),
          ]
        : [],
  })
}

export default function DetailRoute({ loaderData }: Route.ComponentProps) {
  const key = skuOf(loaderData.product)
  if (loaderData.product.retired) return <NoLongerMade key={key} {...loaderData} />
  return <DetailPage key={key} {...loaderData} />
}

function DetailPage({ product, drawing, spinFrames, related, setPieces }: ProductPageData) {
  const { label, detail } = presentationOf(product.type)
  const price = product.price
  const canAdd = canAddFromDetail(product)
  const [size, setSize] = useState(() => standardSizeOf(product))
  const cartButton = {
    product,
    chosenSize: size,
    toasts: detail.toasts,
    canAdd,
    label: canAdd ? 'Add to Cart' : detail.soldOutButton,
  }
  const actions = useRef<HTMLDivElement>(null)
  const isComplete = useDeferredValue(true, isHydrating())
  return (
    <div className="page">
      <div className="flex flex-wrap items-start justify-between gap-x-6 pb-2">
        <BackButton product={product} />
        <div className="hidden sm:block">
          <Breadcrumbs steps={[{ label, to: paths.listing(product.type) }]} here={product.name} />
        </div>
      </div>

      {/* Breakpoints in rem: enlarged text gets the full width. */}
      <article className="@container">
        <div className="piece">
          <div className="piece-pictures">
            <Gallery product={product} drawing={drawing} spinFrames={spinFrames} />
          </div>
          <div className="piece-text">
            <Summary product={product} price={price} actions={actions} cartButton={cartButton}>
              {canAdd && <SizeChooser product={product} size={size} onChoose={setSize} />}
            </Summary>
            {isComplete ? (
              <LazyHydrate>
                <Facts product={product} setPieces={setPieces} />
              </LazyHydrate>
            ) : (
              <div className="min-h-dvh" />
            )}
          </div>
        </div>
      </article>

      {isComplete && related.length > 0 && (
        <section aria-labelledby="related" className="mt-20 print:hidden">
          <h2 id="related" className="mb-6 text-2xl">
            You may also like
          </h2>
          <ProductGrid products={related} level={3} oneRow />
        </section>
      )}
      {isComplete && (
        <Suspense>
          <RecentlyViewed current={product} />
        </Suspense>
      )}

      {isComplete && canAdd && (
        <BuyBar actions={actions}>
          <Price price={price} decimals={detail.priceDecimals} />
          <AddToCartButton {...cartButton} size="sm" />
        </BuyBar>
      )}
    </div>
  )
}

/**
 * The first frame of a navigation shows picture, name and price; the rest follows. The server's HTML has everything.
 */
function isHydrating(): boolean {
  return import.meta.env.SSR || document.documentElement.dataset['hydrated'] === undefined
}

interface SummaryProps {
  readonly product: PricedProduct
  readonly price: ProductPrice
  readonly actions: Ref<HTMLDivElement>
  readonly cartButton: ComponentProps<typeof AddToCartButton>
  /** The selection before Add to Cart. */
  readonly children: ReactNode
}

function Summary({ product, price, actions, cartButton, children }: SummaryProps) {
  const { detail } = presentationOf(product.type)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="overline-text mb-2 text-gold-ink">{product.category}</p>
        <h1 className="text-3xl">{product.name}</h1>
      </div>
      {price.breakup ? (
        <a href="#price-breakup" className="group block w-fit">
          <Price price={price} decimals={detail.priceDecimals} className="text-xl" />
          <span className="mt-1 block text-sm text-ink-soft underline decoration-line-strong decoration-dotted underline-offset-4 group-hover:text-gold-ink">
            Making charges and GST included
          </span>
        </a>
      ) : (
        <div>
          <Price price={price} decimals={detail.priceDecimals} className="text-xl" />
          <p className="mt-1 text-sm text-ink-soft">Fixed price, everything included</p>
        </div>
      )}
      <StockBadge product={product} />
      <p>{product.description}</p>
      {product.rating !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <Rating rating={product.rating} />
          <span>Our rating</span>
        </p>
      )}
      {children}
      <div ref={actions} className="mt-2 flex flex-wrap gap-3">
        <AddToCartButton {...cartButton} className="grow basis-52" />
        <div className="flex grow basis-auto flex-wrap gap-3">
          <WishlistButton product={product} />
          <ShareButton product={product} />
        </div>
      </div>
    </div>
  )
}

interface BackButtonProps {
  readonly product: PricedProduct
}

function BackButton({ product }: BackButtonProps) {
  const { label, detail } = presentationOf(product.type)
  const navigate = useNavigate()
  const hasPreviousPage = useLocation().key !== 'default'
  const goesOneStep = detail.goesBack === 'one step'
  return (
    <Link
      to={paths.listing(product.type)}
      state={AT_ONCE}
      onClick={(event) => {
        // The first page of a visit has no previous page in this shop.
        if (!goesOneStep || !hasPreviousPage) return
        event.preventDefault()
        void navigate(-1)
      }}
      className="back-link"
    >
      <Icon name="arrow-left" className="size-4 text-gold-ink" />
      {goesOneStep ? 'Back' : `Back to ${label}`}
    </Link>
  )
}

function WishlistButton({ product }: { readonly product: PricedProduct }) {
  const [isWishlisted, toggle] = useWishlistItem(product, presentationOf(product.type).detail.toasts)
  return (
    <Button
      variant="secondary"
      onClick={toggle}
      className="grow whitespace-nowrap max-sm:px-[min(1rem,3.5vw)]"
    >
      <Icon name={isWishlisted ? 'heart-filled' : 'heart'} />
      {isWishlisted ? 'Remove from Wishlist' : 'Add to Wishlist'}
    </Button>
  )
}

function missingMessage(type: string | undefined): string {
  return isProductType(type) ? notFoundMessage(type) : 'Page not found'
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { type } = useParams()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  if (!isMissing) return <UnexpectedError />
  if (!isProductType(type)) return <NotFound />
  return (
    <Missing
      title={notFoundMessage(type)}
      text="It may have been sold or renamed."
      action={<ButtonLink to={paths.listing(type)}>Back to {presentationOf(type).label}</ButtonLink>}
    />
  )
}
