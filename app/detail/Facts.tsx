/** The facts of a detail page, hydrated after its buttons. */
import type { PricedProduct } from '#domain/collection.ts'
import { availabilityOf } from '#domain/product.ts'
import { PriceBreakup } from '#app/product/PriceBreakup.tsx'
import { CompleteTheSet } from './CompleteTheSet.tsx'
import { Delivery } from './Delivery.tsx'
import { detailGroupsOf, type DetailGroup } from './details.ts'
import { PriceOrigin } from './PriceOrigin.tsx'
import { SoldOut } from './SoldOut.tsx'
import { Section } from '#app/ui/Section.tsx'

interface FactsProps {
  readonly product: PricedProduct
  readonly setPieces: readonly PricedProduct[]
}

export default function Facts({ product, setPieces }: FactsProps) {
  return (
    <>
      {/* Printed only with a result. */}
      <div className="flex flex-col divide-y divide-line border-y border-line *:py-5 print:not-has-[time]:hidden">
        {availabilityOf(product) === 'sold out' ? (
          <SoldOut product={product} />
        ) : (
          <Delivery product={product} />
        )}
      </div>
      {'features' in product && product.features.length > 0 && <Features features={product.features} />}
      {detailGroupsOf(product).map((group) => (
        <Details key={group.title} group={group} />
      ))}
      {product.price.breakup && (
        <section id="price-breakup">
          <PriceBreakup product={product} />
          <PriceOrigin product={product} />
        </section>
      )}
      <CompleteTheSet products={setPieces} />
    </>
  )
}

function Features({ features }: { readonly features: readonly string[] }) {
  return (
    <Section id="features" title="Features">
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 text-pretty sm:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-baseline gap-3">
            <span aria-hidden="true" className="size-1 shrink-0 -translate-y-0.5 rotate-45 bg-gold" />
            {feature}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Details({ group: { title, rows } }: { readonly group: DetailGroup }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      <dl className="border-t border-line text-sm">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap gap-x-4 border-b border-line py-2.5">
            <dt className="grow-0 basis-36 text-ink-soft">{label}</dt>
            <dd className="min-w-0 grow basis-36 text-pretty">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
