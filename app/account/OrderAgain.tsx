import { useState } from 'react'
import { availabilityOf } from '#domain/product.ts'
import { comesInSize, sizeOrStandard } from '#domain/size-range.ts'
import { Button } from '#app/ui/Button.tsx'
import { addToCart } from '#app/state/add-to-cart.ts'
import type { OrderItemsProps } from './OrderItems.tsx'

/** Adds the same products at today's prices; lists those that are no longer available. */
export function OrderAgain({ lines, find }: OrderItemsProps) {
  const [unavailable, setUnavailable] = useState<readonly string[]>([])
  // Orders that predate sizes have none.
  const sized = find ? lines.map((line) => ({ ...line, size: sizeOrStandard(line, find) })) : lines
  const isAvailable = (line: OrderItemsProps['lines'][number]) => {
    const product = find?.(line)
    return (
      product && !product.retired && comesInSize(product, line.size) && availabilityOf(product) !== 'sold out'
    )
  }
  const available = sized.filter(isAvailable)
  const add = () => {
    addToCart(available, 'Added to cart!')
    setUnavailable(sized.filter((line) => !isAvailable(line)).map(({ name }) => name))
  }
  if (find && available.length === 0)
    return <p className="text-sm text-ink-soft">These pieces are no longer available.</p>
  return (
    <>
      <Button variant="secondary" disabled={!find} onClick={add}>
        Add these to cart
      </Button>
      {unavailable.length > 0 && (
        <output className="text-sm text-ink-soft">No longer available: {unavailable.join(', ')}.</output>
      )}
    </>
  )
}
