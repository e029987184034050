import { availabilityOf, type Product } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { MADE_TO_ORDER } from './texts.ts'

export function StockBadge({ product }: { readonly product: Product }) {
  return (
    <div>
      {availabilityOf(product) === 'made to order' && (
        <p className="mb-1 text-sm font-medium">{MADE_TO_ORDER}</p>
      )}
      <StockText product={product} />
    </div>
  )
}

export function StockText({ product }: { readonly product: Product }) {
  return (
    <p
      className={classes(
        'flex items-center gap-2 text-sm font-medium',
        product.inStock ? 'text-emerald' : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          'size-2 rounded-full border',
          product.inStock ? 'border-emerald bg-emerald' : 'border-ink-soft',
        )}
      />
      {product.inStock ? 'In Stock' : 'Out of Stock'}
    </p>
  )
}
