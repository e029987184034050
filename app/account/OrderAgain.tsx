import { useState } from 'react'
import type { OrderDetails } from '#contract/account.ts'
import type { FindProduct } from '#domain/cart.ts'
import { availabilityOf } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { addToCart } from '#app/state/add-to-cart.ts'

interface OrderAgainProps {
  readonly lines: OrderDetails['lines']
  /** Null until the catalogue is there. */
  readonly find: FindProduct | null
}

/** The same pieces at today's prices; what the shop no longer has is left out, and said. */
export function OrderAgain({ lines, find }: OrderAgainProps) {
  const [left, setLeft] = useState<readonly string[]>([])
  const isOffered = (line: (typeof lines)[number]) => {
    const product = find?.(line)
    return product !== undefined && availabilityOf(product) !== 'sold out'
  }
  const offered = lines.filter(isOffered)
  const add = () => {
    addToCart(offered, 'Added to cart!')
    setLeft(lines.filter((line) => !isOffered(line)).map(({ name }) => name))
  }
  if (find && offered.length === 0)
    return <p className="text-sm text-ink-soft">These pieces are no longer to be had.</p>
  return (
    <>
      <Button variant="secondary" disabled={!find} onClick={add}>
        Add these to cart
      </Button>
      {left.length > 0 && (
        <output className="text-sm text-ink-soft">No longer to be had: {left.join(', ')}.</output>
      )}
    </>
  )
}
