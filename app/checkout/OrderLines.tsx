import type { BuyableLine } from '#domain/cart.ts'
import { formatRupees } from '#domain/money.ts'
import { lineKeyOf, sizeLabel } from '#domain/sizes.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'

export function OrderLines({ lines }: { readonly lines: readonly BuyableLine[] }) {
  return (
    <ul className="border-t border-line">
      {lines.map(({ key, product, quantity, unitPrice, total }) => (
        <li key={lineKeyOf(key)} className="flex items-center gap-4 border-b border-line py-3">
          <ProductPicture product={product} sizes="64px" className="size-16" />
          <div className="min-w-0 grow">
            <p className="font-medium">{product.name}</p>
            {key.size && <p className="text-sm text-ink-soft">{sizeLabel(key)}</p>}
            <p className="text-sm text-ink-soft">
              <span className="figures">{formatRupees(unitPrice)}</span> × {quantity}
            </p>
          </div>
          <p className="figures">{formatRupees(total)}</p>
        </li>
      ))}
    </ul>
  )
}
