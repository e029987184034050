import { formatRupees, type Paise } from '#domain/money.ts'
import { AmountList } from '#app/ui/AmountList.tsx'

interface OrderTotalsProps {
  readonly subtotal: Paise
  readonly saving: Paise
  /** Null until a courier is chosen, unless shipping is free. */
  readonly shipping: Paise | null
  readonly total: Paise
}

export function OrderTotals({ subtotal, saving, shipping, total }: OrderTotalsProps) {
  return (
    <AmountList
      rows={[
        { label: 'Subtotal', value: formatRupees(subtotal) },
        ...(saving > 0 ? [{ label: 'You save', value: formatRupees(saving), isQuiet: true }] : []),
        { label: 'Shipping', value: shippingText(shipping) },
      ]}
      total={{ label: 'Total', value: formatRupees(total) }}
    />
  )
}

function shippingText(shipping: Paise | null): string {
  if (shipping === null) return 'Choose a method'
  return shipping === 0 ? 'Free' : formatRupees(shipping)
}
