import type { NavigateFunction } from 'react-router'
import type { OrderSummary } from '#contract/account.ts'
import { paths } from '#app/paths.ts'
import { finishCheckout } from '#app/state/checkout.ts'
import { syncLists } from '#app/state/sync.ts'
import { lastOrderFromSummary } from './payment.ts'

/** The order is paid after all, though the page reported a failure or an unknown outcome. */
export async function showPaid(order: OrderSummary, navigate: NavigateFunction): Promise<void> {
  finishCheckout(lastOrderFromSummary(order))
  await navigate(paths.orderSuccess, { replace: true })
  await syncLists()
}
