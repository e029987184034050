import type { PricedProduct } from '#domain/collection.ts'
import { skuOf } from '#domain/product.ts'
import { presentationOf } from '#domain/presentation.ts'
import { CardLink } from '#app/product/CardLink.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { Price } from '#app/product/Price.tsx'
import { Section } from '#app/ui/Section.tsx'

export function CompleteTheSet({ products }: { readonly products: readonly PricedProduct[] }) {
  if (products.length === 0) return null
  return (
    <Section id="complete-the-set" title="Complete the set">
      <ul className="divide-y divide-line border-y border-line">
        {products.map((product) => (
          <li key={skuOf(product)}>
            <article className="group relative flex flex-wrap items-center gap-4 py-3">
              <ProductPicture product={product} sizes="80px" className="size-[min(5rem,21vw)]" />
              <div className="min-w-28 grow basis-0">
                <p className="text-sm text-ink-soft">{presentationOf(product.type).singular}</p>
                <h3 className="text-lg leading-snug font-semibold">
                  <CardLink product={product} />
                </h3>
              </div>
              <Price price={product.price} className="ml-auto shrink-0 flex-col items-end text-sm" />
            </article>
          </li>
        ))}
      </ul>
    </Section>
  )
}
