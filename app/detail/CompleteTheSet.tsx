import { Link } from 'react-router'
import { priceOf } from '#domain/price.ts'
import { skuOf, type Product } from '#domain/product.ts'
import { showcaseOf } from '#domain/showcase.ts'
import { paths } from '#app/paths.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { carryPicture } from '#app/product/morph.ts'
import { pictureBase, PRODUCT_PICTURE_WIDTHS } from '#app/product/pictures.ts'
import { Price } from '#app/product/Price.tsx'

/** Pieces of other types to wear with this one (domain/ensemble.ts). */
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
              <Picture
                base={pictureBase(piece, 1)}
                widths={PRODUCT_PICTURE_WIDTHS}
                sizes="80px"
                alt=""
                width={320}
                height={320}
                className="size-20 object-cover"
              />
              <div className="min-w-0 grow">
                <p className="text-sm text-ink-soft">{showcaseOf(piece.type).singular}</p>
                <h3 className="text-lg leading-snug font-semibold">
                  <Link
                    to={paths.product(piece)}
                    viewTransition
                    onClick={(event) => carryPicture(event.currentTarget)}
                    className="outline-none group-hover:text-gold-ink after:absolute after:inset-0 after:outline-gold focus-visible:after:outline-2"
                  >
                    {piece.name}
                  </Link>
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
