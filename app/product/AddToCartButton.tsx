import type { Product } from '#domain/product.ts'
import type { ToastTexts } from '#domain/presentation.ts'
import { Button, type ButtonSize, type ButtonVariant } from '#app/ui/Button.tsx'
import { addStandardSize, addToCart } from '#app/state/add-to-cart.ts'

interface AddToCartButtonProps {
  readonly product: Product
  /** By default the standard one (D39). */
  readonly chosenSize?: string
  readonly toasts: ToastTexts
  readonly canAdd: boolean
  readonly label?: string
  /** Adds the product's name for screen readers, among other products. */
  readonly includesName?: boolean
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly className?: string
}

export function AddToCartButton({
  product,
  chosenSize,
  toasts,
  canAdd,
  label = 'Add to Cart',
  includesName = false,
  variant,
  size,
  className,
}: AddToCartButtonProps) {
  const add = () => {
    const { type, id, name } = product
    const toast = toasts.addedToCart.replace('{name}', name)
    if (chosenSize === undefined) addStandardSize(product, toast)
    else addToCart([{ type, id, size: chosenSize, quantity: 1 }], toast)
  }
  return (
    <Button variant={variant} size={size} disabled={!canAdd} onClick={add} className={className}>
      <span>
        {label}
        {includesName && <span className="sr-only">{product.name}</span>}
      </span>
    </Button>
  )
}
