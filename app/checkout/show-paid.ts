import type { NavigateFunction } from 'react-router'
import { paths } from '#app/paths.ts'
import { finishCheckout, type LastOrder } from '#app/state/checkout.ts'
import { emptyCartAfterOrder } from '#app/state/lists.ts'
import { syncLists } from '#app/state/sync.ts'

/** The only path to the confirmation of a paid order, whether this page or another learns of the payment. */
export async function showPaid(order: LastOrder, navigate: NavigateFunction): Promise<void> {
  finishCheckout(order)
  await navigate(paths.orderSuccess, { replace: true })
  emptyCartAfterOrder()
  await syncLists()
}
