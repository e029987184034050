/** The part of the audit for cancellations, returns and pickups. */
import { cancelledAmount } from '#domain/order.ts'
import { skuOf } from '#domain/product.ts'
import { isBenchKey, skuOfStockKey } from '#domain/stock.ts'
import type { Violation } from './audit-rules.ts'
import type { Snapshot } from './snapshot.ts'

type Line = Snapshot['shop']['lines'][number]

/** Each accepted return is refunded once, at the price of its pieces. */
export function wrongReturns({ shop }: Snapshot): Violation[] {
  return shop.returns.flatMap(({ id, orderNumber, lines, state }): Violation[] => {
    const ordered = shop.lines.filter((line) => line.orderNumber === orderNumber)
    const price = total(
      lines.map(({ position, quantity }) => {
        const line = ordered.find((each) => each.position === position)
        return (line?.unitPrice ?? 0) * quantity
      }),
    )
    const refunded = total(shop.refundRequests.filter((each) => each.id === id).map(({ amount }) => amount))
    if (state !== 'accepted' || refunded === price) return []
    return [{ rule: 'money', what: `a return of ${price} is refunded by ${refunded}`, orderNumber }]
  })
}

/** Exactly the cancelled and returned pieces are restocked, as far as they were taken from stock. */
export function wrongRestocking({ shop }: Snapshot): Violation[] {
  const lines = Map.groupBy(shop.lines, ({ orderNumber }) => orderNumber)
  const movements = Map.groupBy(
    shop.movements.filter(({ key }) => !isBenchKey(key)),
    ({ orderNumber }) => orderNumber,
  )
  const cancelled = new Set(
    shop.events.filter(({ event }) => event === 'paid order cancelled').map(({ orderNumber }) => orderNumber),
  )
  return shop.orders.flatMap(({ number: orderNumber }): Violation[] => {
    const ordered = lines.get(orderNumber) ?? []
    const moved = movements.get(orderNumber) ?? []
    return [...new Set(ordered.map(skuOfLine))].flatMap((sku): Violation[] => {
      const ofSku = moved.filter(({ key }) => skuOfStockKey(key) === sku)
      const sum = (cause: string) =>
        Math.abs(total(ofSku.filter((each) => each.cause === cause).map(({ change }) => change)))
      const due = ordered
        .filter((line) => skuOfLine(line) === sku)
        .map((line) => (cancelled.has(orderNumber) ? line.quantity : line.cancelled + cameBack(shop, line)))
      const [back, expected] = [sum('returned'), Math.min(total(due), sum('sold'))]
      const what = `${back} pieces of ${sku} are in stock again instead of ${expected}`
      return back === expected ? [] : [{ rule: 'stock', what, orderNumber }]
    })
  })
}

function skuOfLine({ type, productId: id }: Line): string {
  return skuOf({ type, id })
}

function cameBack({ returns }: Snapshot['shop'], { orderNumber, position }: Line): number {
  const accepted = returns.filter((each) => each.orderNumber === orderNumber && each.state === 'accepted')
  return total(
    accepted
      .flatMap((each) => each.lines)
      .filter((line) => line.position === position)
      .map(({ quantity }) => quantity),
  )
}

/** Each cancellation happened once: its pieces are not sent, its money is refunded, and its order records it. */
export function wrongCancellations({ shop }: Snapshot): Violation[] {
  const found: Violation[] = []
  const parcels = new Set(shop.parcels.map(({ orderNumber }) => orderNumber))
  const cancellations = Map.groupBy(
    shop.refundRequests.filter(({ cancels, state }) => cancels && state === 'sent'),
    ({ orderNumber }) => orderNumber,
  )
  for (const { number: orderNumber, status } of shop.orders) {
    const say = (rule: Violation['rule'], what: string) => found.push({ rule, what, orderNumber })
    const own = cancellations.get(orderNumber) ?? []
    const ofLines = own.flatMap(({ cancelledLines, ...rest }) =>
      cancelledLines ? [{ ...rest, cancelledLines }] : [],
    )
    const events = shop.events.filter((each) => each.orderNumber === orderNumber)
    const times = (name: string) => events.filter(({ event }) => event === name).length
    const whole = own.length - ofLines.length
    const cancelled = times('paid order cancelled')
    if (whole !== cancelled || whole > 1) say('events', `cancelled ${cancelled} times`)
    if (whole > 0 && status !== 'refunded') say('money', `cancelled, and left ${status}`)
    if (whole > 0 && parcels.has(orderNumber)) say('stock', 'cancelled, and still packed')
    if (ofLines.length !== times('partially cancelled'))
      say('events', `${ofLines.length} cancellations of pieces told ${times('partially cancelled')} times`)
    const lines = shop.lines.filter((line) => line.orderNumber === orderNumber)
    for (const line of lines) {
      const due = total(
        ofLines
          .flatMap(({ cancelledLines }) => cancelledLines)
          .filter(({ position }) => position === line.position)
          .map(({ quantity }) => quantity),
      )
      if (line.cancelled !== due) say('stock', `${line.cancelled} pieces are cancelled instead of ${due}`)
    }
    const [refunded, price] = [total(ofLines.map(({ amount }) => amount)), cancelledAmount(lines)]
    if (refunded !== price) say('money', `pieces of ${price} are cancelled, and ${refunded} is refunded`)
  }
  return found
}

/** The courier carries exactly once what the shop has packed and booked, and nothing that was cancelled. */
export function wrongAtCourier({ courier, shop }: Snapshot): Violation[] {
  const found: Violation[] = []
  const say = (rule: Violation['rule'], what: string, orderNumber: string) =>
    found.push({ rule, what, orderNumber })
  const parcels = new Map(shop.parcels.map((row) => [row.reference, row]))
  const pickups = new Map(shop.pickups.map((row) => [row.reference, row]))
  for (const { reference, isCancelled, isReturn } of courier) {
    const orderNumber = reference.replace(/-[RP]\d+$/, '')
    const isLive = isReturn
      ? (pickups.get(reference)?.state ?? 'cancelled') !== 'cancelled'
      : parcels.has(reference)
    if (isLive === isCancelled)
      say('stock', `the courier ${isCancelled ? 'has cancelled' : 'carries'} ${reference}`, orderNumber)
  }
  const known = new Set(courier.map(({ reference }) => reference))
  for (const { orderNumber, reference, state, task } of shop.parcels) {
    if (task !== null) say('pending', `the parcel still waits to ${task}`, orderNumber)
    if (state === 'booked' && !known.has(reference ?? ''))
      say('stock', 'booked, and unknown to the courier', orderNumber)
  }
  for (const { orderNumber, reference, task, state } of shop.pickups) {
    if (task !== null) say('pending', `the pickup still waits to ${task}`, orderNumber)
    if (state !== 'cancelled' && !known.has(reference))
      say('stock', 'a pickup is unknown to the courier', orderNumber)
  }
  return found
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
