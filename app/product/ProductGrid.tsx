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
  /** How many pictures load at once, as they are in view first. */
  readonly eager?: number
  /** For four products: hides the fourth where there are three columns. */
  readonly oneRow?: boolean
  /** The list has several types. */
  readonly mixed?: boolean
  /** Set for a list that may have several. */
  readonly pagination?: PaginationProps
}

// Most lists have one page, and the links work without script.
const Pagination = lazyOptional(async () => (await import('./Pagination.tsx')).Pagination)

/** One to four columns by container width, as filters may stand beside it. */
export function ProductGrid({
  products,
  level,
  eager = 0,
  oneRow = false,
  mixed,
  pagination,
}: ProductGridProps) {
  return (
    <div className="@container">
      <ul
        className={classes(
          'grid grid-cols-1 gap-x-3 gap-y-4 @min-[19.5rem]:grid-cols-2 @min-[36rem]:gap-x-5 @min-[40rem]:grid-cols-3 @min-[58rem]:grid-cols-4 @min-[58rem]:gap-x-6 @min-[58rem]:gap-y-8 min-[112rem]:@min-[72rem]:grid-cols-5',
          oneRow && '@min-[40rem]:@max-[58rem]:*:nth-4:hidden',
        )}
      >
        {products.map((product, index) => (
          <li key={skuOf(product)}>
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
