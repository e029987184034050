import type { NavigateFunction } from 'react-router'
import type { OrderSummary } from '#contract/account.ts'
import { paths } from '#app/paths.ts'
import { finishCheckout } from '#app/state/checkout.ts'
import { syncLists } from '#app/state/sync.ts'
import { lastOrderOf } from './payment.ts'

/** The server says that the order is paid, after this page had told otherwise. */
export async function showPaid(order: OrderSummary, navigate: NavigateFunction): Promise<void> {
  finishCheckout(lastOrderOf(order))
  await navigate(paths.orderSuccess, { replace: true })
  await syncLists()
}
