import type { BuyableLine } from '#domain/cart.ts'
import { formatRupees } from '#domain/money.ts'
import { lineKeyOf, sizeLabel } from '#domain/sizes.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'

export function OrderLines({ lines }: { readonly lines: readonly BuyableLine[] }) {
  return (
    <ul className="border-t border-line">
      {lines.map(({ key, product, quantity, unitPrice, total }) => (
        <li key={lineKeyOf(key)} className="flex flex-wrap items-center gap-4 border-b border-line py-3">
          <ProductPicture product={product} sizes="64px" className="size-[min(4rem,20vw)]" />
          <div className="min-w-0 grow basis-30">
            <p className="font-medium">{product.name}</p>
            {key.size && <p className="text-sm text-ink-soft">{sizeLabel(key)}</p>}
            {quantity > 1 && (
              <p className="text-sm text-ink-soft">
                <span className="figures">{formatRupees(unitPrice)}</span> × {quantity}
              </p>
            )}
          </div>
          <p className="figures ml-auto">{formatRupees(total)}</p>
        </li>
      ))}
    </ul>
  )
}
