import type { ReactNode } from 'react'
import { formatRupees, type Paise } from '#domain/money.ts'

interface OrderTotalsProps {
  readonly subtotal: Paise
  readonly saving: Paise
  /** Null until a courier is chosen, where shipping is not free. */
  readonly shipping: Paise | null
  readonly total: Paise
}

export function OrderTotals({ subtotal, saving, shipping, total }: OrderTotalsProps) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2.5">
      <Row label="Subtotal">{formatRupees(subtotal)}</Row>
      {saving > 0 && <Row label="You save with the special offer">{formatRupees(saving)}</Row>}
      <Row label="Shipping">{shippingWords(shipping)}</Row>
      <dt className="mt-2 border-t border-line pt-4 text-lg font-medium">Total</dt>
      <dd className="figures mt-2 border-t border-line pt-4 text-right text-lg font-medium">
        {formatRupees(total)}
      </dd>
    </dl>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </>
  )
}

function shippingWords(shipping: Paise | null): string {
  if (shipping === null) return 'Choose a method'
  return shipping === 0 ? 'Free' : formatRupees(shipping)
}
