import { formatApproximateDollars, formatRupees } from '#domain/money.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { NAMED_TOASTS } from '#domain/presentation.ts'
import type { ProductKey } from '#domain/product.ts'
import { REFERENCE_RUPEES_PER_DOLLAR } from '#domain/shop.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { addStandardSize } from '#app/state/add-to-cart.ts'
import { changeWishlist } from '#app/state/lists.ts'
import { CardLink } from '#app/product/CardLink.tsx'
import { CardTag } from '#app/product/ProductCard.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'

interface WishlistCardProps {
  readonly item: ProductKey
  /** Undefined if it is no longer in the catalogue. */
  readonly product: PricedProduct | undefined
  readonly onRemove: () => void
}

export function WishlistCard({ item, product, onRemove }: WishlistCardProps) {
  const name = itemName(product)
  // Also enabled for sold-out products, which the cart marks (D11, D12).
  const moveToCart = (product: PricedProduct) => {
    addStandardSize(product, NAMED_TOASTS.addedToCart.replace('{name}', product.name))
    changeWishlist({ do: 'remove', product: item })
    // Removing the card loses the focus.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <article className="group @container relative flex h-full flex-col">
      <div className="relative lit aspect-square overflow-hidden bg-plinth">
        {product && (
          <>
            <ProductPicture
              product={product}
              sizes="(min-width: 64rem) 25vw, (min-width: 48rem) 33vw, 50vw"
              alt={product.pictures[0]}
              className="size-full"
            />
            <CardTag product={product} />
          </>
        )}
      </div>
      <div className="flex grow flex-col gap-1 pt-3">
        <h2 className="text-lg leading-snug font-semibold">
          {product ? <CardLink product={product} className="after:outline-offset-4" /> : name}
        </h2>
        {product ? <WishlistPrice product={product} /> : <p className="text-ink-soft">No longer offered</p>}
        {product && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => moveToCart(product)}
            className="relative z-10 mt-3 w-full"
          >
            Add to Cart<span className="sr-only">: {name}</span>
          </Button>
        )}
      </div>
      <IconButton
        label={`Remove ${name} from wishlist`}
        icon={
          <span className="grid size-8 place-items-center rounded-full bg-ground/80">
            <Icon name="close" className="size-4" />
          </span>
        }
        onClick={onRemove}
        className="absolute top-0.5 right-0.5 z-10"
      />
    </article>
  )
}

export function itemName(product: PricedProduct | undefined): string {
  return product?.name ?? 'This piece'
}

/** Approximate dollars for buyers abroad (D7). */
function WishlistPrice({ product }: { readonly product: PricedProduct }) {
  const { amount } = product.price
  return (
    // Aligned across a row of cards.
    <p className="mt-auto flex flex-col gap-x-2.5 pt-1 @min-[15rem]:flex-row @min-[15rem]:items-baseline">
      <span className="figures font-medium">{formatRupees(amount)}</span>
      <span className="figures text-sm text-ink-soft">
        {formatApproximateDollars(amount, REFERENCE_RUPEES_PER_DOLLAR)}
      </span>
    </p>
  )
}
