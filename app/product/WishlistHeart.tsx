import type { Product } from '#domain/product.ts'
import type { ToastTexts } from '#domain/presentation.ts'
import { isOnWishlist } from '#domain/wishlist.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { changeWishlist, useWishlist } from '#app/state/lists.ts'
import { showToast } from '#app/state/toasts.ts'

/** Whether the piece is wished for, and the way to change that and say so. */
export function useWishlistItem(product: Product, toasts: ToastTexts) {
  const wished = isOnWishlist(useWishlist(), product)
  const toggle = () => {
    changeWishlist({ do: wished ? 'remove' : 'add', product: { type: product.type, id: product.id } })
    const words = wished ? toasts.removedFromWishlist : toasts.addedToWishlist
    showToast(words.replace('{name}', product.name))
  }
  return { wished, toggle }
}

interface WishlistHeartProps {
  readonly product: Product
  readonly toasts: ToastTexts
  readonly className?: string
}

export function WishlistHeart({ product, toasts, className }: WishlistHeartProps) {
  const { wished, toggle } = useWishlistItem(product, toasts)
  return (
    <IconButton
      label={wished ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      icon={<Icon name={wished ? 'heart-filled' : 'heart'} className="size-5 text-action" />}
      onClick={toggle}
      className={className}
    />
  )
}
