import type { PricedProduct } from '#domain/collection.ts'
import { presentationOf } from '#domain/presentation.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Section } from '#app/ui/Section.tsx'
import { ProductGrid } from '#app/product/ProductGrid.tsx'

interface NoLongerMadeProps {
  readonly product: PricedProduct
  readonly related: readonly PricedProduct[]
}

/** The page of a retired product, for links from orders, carts and search engines. */
export function NoLongerMade({ product, related }: NoLongerMadeProps) {
  const { label } = presentationOf(product.type)
  return (
    <div className="page">
      <EmptyState
        level={1}
        title={product.name}
        text="This piece is no longer made."
        action={<ButtonLink to={paths.listing(product.type)}>See all {label}</ButtonLink>}
      />
      {related.length > 0 && (
        <Section id="related" title="Similar pieces" titleClassName="mb-6 text-2xl">
          <ProductGrid products={related} level={3} oneRow />
        </Section>
      )}
    </div>
  )
}
