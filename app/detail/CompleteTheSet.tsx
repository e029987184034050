import { priceOf } from '#domain/price.ts'
import { skuOf, type Product } from '#domain/product.ts'
import { presentationOf } from '#domain/presentation.ts'
import { CardLink } from '#app/product/CardLink.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { Price } from '#app/product/Price.tsx'

/** Pieces of other types to wear with this one (domain/complete-the-set.ts). */
export function CompleteTheSet({ pieces }: { readonly pieces: readonly Product[] }) {
  if (pieces.length === 0) return null
  return (
    <section aria-labelledby="complete-the-set">
      <h2 id="complete-the-set" className="mb-3 text-xl">
        Complete the set
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {pieces.map((piece) => (
          <li key={skuOf(piece)}>
            <article className="group relative flex items-center gap-4 py-3">
              <ProductPicture product={piece} sizes="80px" className="size-20" />
              <div className="min-w-0 grow">
                <p className="text-sm text-ink-soft">{presentationOf(piece.type).singular}</p>
                <h3 className="text-lg leading-snug font-semibold">
                  <CardLink product={piece} />
                </h3>
              </div>
              <Price price={priceOf(piece)} className="shrink-0 flex-col items-end text-sm" />
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
