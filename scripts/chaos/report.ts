/** The statistics of a chaos run. */
import { repeatDeliveries } from './audit.ts'
import type { Snapshot } from './snapshot.ts'

export type Statistics = Readonly<Record<string, string | number>>

export function statisticsOf(snapshot: Snapshot, faults: Readonly<Record<string, number>>): Statistics {
  const { shop, gateway: state, scenarios, emails, kills } = snapshot
  const captured = state.payments.filter((payment) => payment.captured)
  const completed = shop.orders.filter(({ status }) => status === 'completed')
  const failed = state.refunds.filter(({ status }) => status === 'failed')
  return {
    checkouts: scenarios.length,
    'orders placed': shop.orders.length,
    // Includes those cancelled or refunded since.
    'orders completed': shop.events.filter(({ event }) => event === 'completed').length,
    'orders paid when the last piece was sold': shop.events.filter(({ event }) => event === 'sold out')
      .length,
    'orders with the offer code': completed.filter(({ offerCode }) => offerCode !== null).length,
    'orders paid when the offer code was used up': shop.events.filter(
      ({ event }) => event === 'offer code used up',
    ).length,
    'orders made to order': shop.events.filter(({ event }) => event === 'made to order').length,
    'orders given up unpaid': shop.orders.filter(({ status }) => status === 'cancelled').length,
    'payments captured': captured.length,
    'rupees captured': inRupees(captured.map(({ amount }) => amount)),
    'rupees of completed orders': inRupees(completed.map(({ total }) => total)),
    'rupees sent back by the shop': inRupees(shop.refunds.map(({ amount }) => amount)),
    'refunds by the shop': shop.refunds.length,
    'refunds that failed at the bank and were sent again': failed.length,
    'webhooks delivered': state.webhooks.delivered,
    'emails delivered': emails.length,
    'emails delivered again after a kill': repeatDeliveries(snapshot),
    'faults injected': Object.values(faults).reduce((sum, times) => sum + times, 0),
    kills,
  }
}

function inRupees(amounts: readonly number[]): string {
  return (amounts.reduce((sum, amount) => sum + amount, 0) / 100).toFixed(2)
}
