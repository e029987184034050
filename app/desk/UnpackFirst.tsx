import type { DeskOrder } from '#contract/desk/orders.ts'

/** Where the order is packed already. */
export function UnpackFirst({ order }: { readonly order: DeskOrder }) {
  if (order.parcel === null) return null
  return (
    <p>
      It is packed: open the box and take the label off. The courier is asked to cancel the parcel first,
      where it knows of it.
    </p>
  )
}
