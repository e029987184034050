/** What a rehearsal came to, in figures. */
import { repeatDeliveries } from './audit.ts'
import type { Snapshot } from './snapshot.ts'

export type Statistics = Readonly<Record<string, string | number>>

export function figuresOf(evidence: Snapshot, faults: Readonly<Record<string, number>>): Statistics {
  const { shop, gateway: books, stories, letters, kills } = evidence
  const captured = books.payments.filter((payment) => payment.captured)
  const completed = shop.orders.filter(({ status }) => status === 'completed')
  const failed = books.refunds.filter(({ status }) => status === 'failed')
  return {
    checkouts: stories.length,
    'orders placed': shop.orders.length,
    'orders completed': completed.length,
    'orders given up unpaid': shop.orders.filter(({ status }) => status === 'cancelled').length,
    'payments captured': captured.length,
    'rupees captured': inRupees(captured.map(({ amount }) => amount)),
    'rupees of completed orders': inRupees(completed.map(({ total }) => total)),
    'rupees sent back by the shop': inRupees(shop.refunds.map(({ amount }) => amount)),
    'refunds by the shop': shop.refunds.length,
    'refunds that failed at the bank and were sent again': failed.length,
    'webhooks delivered': books.webhooks.delivered,
    'letters delivered': letters.length,
    'letters delivered again after a kill': repeatDeliveries(evidence),
    'faults injected': Object.values(faults).reduce((sum, times) => sum + times, 0),
    kills,
  }
}

function inRupees(amounts: readonly number[]): string {
  return (amounts.reduce((sum, amount) => sum + amount, 0) / 100).toFixed(2)
}
