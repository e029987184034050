import { skuOf, type Product } from '#domain/product.ts'
import type { ToastTexts } from '#domain/presentation.ts'
import { classes } from '#app/ui/classes.ts'
import { ProductCard } from './ProductCard.tsx'

interface ProductGridProps {
  readonly products: readonly Product[]
  readonly level?: 2 | 3
  readonly toasts?: ToastTexts
  /** How many cards are in view when the page opens; their pictures do not wait. */
  readonly eager?: number
  /** Four pieces that stand alone: where three stand side by side, the fourth would begin a row by itself. */
  readonly oneRow?: boolean
  /** Pieces of several types. */
  readonly mixed?: boolean
}

/** One to four columns, by the room the grid itself has: the filters beside it may take some. */
export function ProductGrid({ products, level, toasts, eager = 0, oneRow = false, mixed }: ProductGridProps) {
  return (
    <div className="@container">
      <ul
        className={classes(
          'grid grid-cols-1 gap-x-3 gap-y-8 @min-[19.5rem]:grid-cols-2 @min-[36rem]:gap-x-5 @min-[40rem]:grid-cols-3 @min-[58rem]:grid-cols-4 @min-[58rem]:gap-x-6 @min-[58rem]:gap-y-12',
          oneRow && '@min-[40rem]:@max-[58rem]:*:nth-4:hidden',
        )}
      >
        {products.map((product, place) => (
          <li key={skuOf(product)}>
            <ProductCard
              product={product}
              level={level}
              toasts={toasts}
              eager={place < eager}
              amongOthers={mixed}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
