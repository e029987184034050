import type { Product } from '#domain/product.ts'
import type { ToastWords } from '#domain/showcase.ts'
import { Button, type ButtonSize, type ButtonVariant } from '#app/ui/Button.tsx'
import { changeCart } from '#app/state/lists.ts'
import { showToast } from '#app/state/toasts.ts'

interface AddToCartButtonProps {
  readonly product: Product
  readonly toasts: ToastWords
  readonly canAdd: boolean
  readonly label?: string
  /** Among other pieces, those who hear the page are told which one is meant. */
  readonly naming?: boolean
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly className?: string
}

export function AddToCartButton({
  product,
  toasts,
  canAdd,
  label = 'Add to Cart',
  naming = false,
  variant,
  size,
  className,
}: AddToCartButtonProps) {
  const add = () => {
    changeCart({ do: 'add', product: { type: product.type, id: product.id }, quantity: 1 })
    showToast(toasts.addedToCart.replace('{name}', product.name))
  }
  return (
    <Button variant={variant} size={size} disabled={!canAdd} onClick={add} className={className}>
      <span>
        {label}
        {naming && <span className="sr-only">{product.name}</span>}
      </span>
    </Button>
  )
}
