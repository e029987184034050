import { Suspense } from 'react'
import type { PricedProduct } from '#domain/collection.ts'
import { skuOf } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import type { PaginationProps } from './Pagination.tsx'
import { ProductCard } from './ProductCard.tsx'

interface ProductGridProps {
  readonly products: readonly PricedProduct[]
  readonly level?: 2 | 3
  /** How many pictures load at once, because they are in view first. */
  readonly eager?: number
  /** For four products: hides the fourth in a three-column layout. */
  readonly oneRow?: boolean
  /** The list has several types. */
  readonly mixed?: boolean
  /** Cards of other products are hidden; by default all are shown. */
  readonly shown?: ReadonlySet<PricedProduct>
  /** Set for a list that may have several pages. */
  readonly pagination?: PaginationProps
}

// Most lists have one page, and the links work without script.
const Pagination = lazyOptional(async () => (await import('./Pagination.tsx')).Pagination)

/** One to four columns by container width, because filters may be next to it. */
export function ProductGrid({
  products,
  level,
  eager = 0,
  oneRow = false,
  mixed,
  shown,
  pagination,
}: ProductGridProps) {
  return (
    <div className="@container">
      <ul className={classes('product-grid', oneRow && '@min-[40rem]:@max-[58rem]:*:nth-4:hidden')}>
        {products.map((product, index) => (
          <li key={skuOf(product)} hidden={shown && !shown.has(product)}>
            <ProductCard product={product} level={level} eager={index < eager} omitsFacts={mixed} />
          </li>
        ))}
      </ul>
      {pagination && pagination.page.pages > 1 && (
        <Suspense>
          <Pagination {...pagination} />
        </Suspense>
      )}
    </div>
  )
}
