import { Link } from 'react-router'
import type { Product } from '#domain/product.ts'
import { presentationOf } from '#domain/presentation.ts'
import { isOnWishlist } from '#domain/wishlist.ts'
import { paths } from '#app/paths.ts'
import { useWishlist } from '#app/state/lists.ts'

/** Alternatives to a product that is sold out. */
export function SoldOut({ product }: { readonly product: Product }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">This piece has found its owner.</p>
      <p className="text-sm text-ink-soft">
        {isOnWishlist(useWishlist(), product) ? 'Look at' : 'Add it to your wishlist, look at'}{' '}
        <a href="#related" className="link">
          pieces like it
        </a>{' '}
        or at{' '}
        <Link to={paths.listing(product.type)} className="link">
          all {presentationOf(product.type).label.toLowerCase()}
        </Link>
        , or{' '}
        <Link to={paths.contact} className="link">
          ask us
        </Link>{' '}
        whether another can be made.
      </p>
    </div>
  )
}
