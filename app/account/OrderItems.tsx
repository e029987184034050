import { Link } from 'react-router'
import type { OrderDetails } from '#contract/account.ts'
import type { FindProduct } from '#domain/collection.ts'
import { formatRupees } from '#domain/money.ts'
import { availabilityOf } from '#domain/product.ts'
import { lineKeyOf, sizeLabel } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { LineFacts } from '#app/order/LineFacts.tsx'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { MADE_TO_ORDER } from '#app/product/texts.ts'

export interface OrderItemsProps {
  readonly lines: OrderDetails['lines']
  /** Null until the catalogue is loaded. */
  readonly find: FindProduct | null
}

/** Shows the order's prices; products still in the catalogue link to their page. */
export function OrderItems({ lines, find }: OrderItemsProps) {
  return (
    <ul className="border-t border-line">
      {lines.map((line) => {
        const product = find?.(line)
        return (
          <li key={lineKeyOf(line)} className="relative flex gap-4 border-b border-line py-4">
            <ProductPicture product={line} sizes="96px" className="size-[min(5rem,21vw)] sm:size-24" />
            <div className="grid min-w-0 grow gap-x-6 sm:grid-cols-[minmax(0,1fr)_auto]">
              <div>
                <p className="font-semibold">
                  {product ? (
                    <Link
                      to={paths.product(line)}
                      className="hover:text-gold-ink after:absolute after:inset-0"
                    >
                      {line.name}
                    </Link>
                  ) : (
                    line.name
                  )}
                </p>
                {line.size && <p className="text-sm text-ink-soft">{sizeLabel(line)}</p>}
                <LineFacts {...line} />
                {line.quantity > 1 && (
                  <p className="text-sm text-ink-soft">
                    <span className="figures">{formatRupees(line.unitPrice)}</span> × {line.quantity}
                  </p>
                )}
                {line.cancelled > 0 && (
                  <p className="text-sm text-ink-soft">
                    {line.cancelled === line.quantity ? 'Cancelled' : `${line.cancelled} cancelled`}
                  </p>
                )}
                {product && availabilityOf(product) === 'made to order' && (
                  <p className="text-sm text-ink-soft">{MADE_TO_ORDER}</p>
                )}
              </div>
              <p className="figures font-medium">{formatRupees(line.total)}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
