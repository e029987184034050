import type { Product } from '#domain/product.ts'
import type { ToastTexts } from '#domain/presentation.ts'
import { isOnWishlist } from '#domain/wishlist.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { changeWishlist, useWishlist } from '#app/state/lists.ts'
import { showToast } from '#app/state/toasts.ts'

export function useWishlistItem(product: Product, toasts: ToastTexts) {
  const isWishlisted = isOnWishlist(useWishlist(), product)
  const toggle = () => {
    changeWishlist({ do: isWishlisted ? 'remove' : 'add', product: { type: product.type, id: product.id } })
    const text = isWishlisted ? toasts.removedFromWishlist : toasts.addedToWishlist
    showToast(text.replace('{name}', product.name))
  }
  return [isWishlisted, toggle] as const
}

interface WishlistHeartProps {
  readonly product: Product
  readonly toasts: ToastTexts
  readonly className?: string
}

export function WishlistHeart({ product, toasts, className }: WishlistHeartProps) {
  const [isWishlisted, toggle] = useWishlistItem(product, toasts)
  return (
    <IconButton
      label={isWishlisted ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      icon={
        <span className="grid size-8 place-items-center rounded-full bg-ground/80">
          <Icon name={isWishlisted ? 'heart-filled' : 'heart'} className="size-4.5 text-action" />
        </span>
      }
      onClick={toggle}
      className={className}
    />
  )
}
