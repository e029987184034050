import type { Product } from '#domain/product.ts'
import type { ToastTexts } from '#domain/presentation.ts'
import { Button, type ButtonSize } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { addStandardSize, addToCart } from '#app/state/add-to-cart.ts'

interface AddToCartProps {
  readonly product: Product
  readonly toasts: ToastTexts
  readonly canAdd: boolean
  readonly className?: string
}

interface AddToCartButtonProps extends AddToCartProps {
  readonly chosenSize: string
  readonly label: string
  readonly size?: ButtonSize
}

export function AddToCartButton(props: AddToCartButtonProps) {
  const { product, chosenSize, toasts, canAdd, label, size, className } = props
  const { type, id } = product
  const add = () => addToCart([{ type, id, size: chosenSize, quantity: 1 }], toastOf(product, toasts))
  return (
    <Button size={size} disabled={!canAdd} onClick={add} className={className}>
      {label}
    </Button>
  )
}

/** For cards, where photographs dominate. Adds the standard size (D39). */
export function AddToCartIcon({ product, toasts, canAdd, className }: AddToCartProps) {
  return (
    <IconButton
      label={`Add to Cart ${product.name}`}
      icon={<Icon name="bag-plus" className="size-5.5" />}
      disabled={!canAdd}
      onClick={() => addStandardSize(product, toastOf(product, toasts))}
      className={className}
    />
  )
}

function toastOf({ name }: Product, { addedToCart }: ToastTexts): string {
  return addedToCart.replace('{name}', name)
}
