/**
 * The audit: the gateway's state, the mailbox and the shop's database must agree. Pure, so that tests can show that it
 * finds violations.
 */
import { createHash } from 'node:crypto'
import { QUOTE_VALID_MS } from '#domain/cart.ts'
import { addMs } from '#domain/time.ts'
import { CURRENCY } from '#domain/shop.ts'
import { skuOf } from '#domain/product.ts'
import { isBenchKey, skuOfStockKey } from '#domain/stock.ts'
import { lineKeyOf } from '#domain/sizes.ts'
import { wrongAtCourier, wrongCancellations, wrongRestocking, wrongReturns } from './audit-parcels.ts'
import type { Rule, Violation } from './audit-rules.ts'
import type { Snapshot } from './snapshot.ts'

export function audit(snapshot: Snapshot): Violation[] {
  return [
    ...wrongMoney(snapshot),
    ...wrongRefundRequests(snapshot),
    ...wrongReturns(snapshot),
    ...wrongRestocking(snapshot),
    ...wrongCancellations(snapshot),
    ...wrongAtCourier(snapshot),
    ...wrongOrders(snapshot),
    ...wrongCounts(snapshot),
    ...brokenPromises(snapshot),
    ...wrongMail(snapshot),
    ...wrongCarts(snapshot),
    ...leftPending(snapshot),
    ...wrongEvents(snapshot),
    ...wrongStock(snapshot),
    ...wrongOffers(snapshot),
    ...snapshot.bugs.map((what): Violation => ({ rule: 'bug', what, orderNumber: null })),
  ]
}

/** The value of a payment's purchase, less its refunds, must equal the payment exactly. */
function wrongMoney({ gateway, shop }: Snapshot): Violation[] {
  const buying = Map.groupBy(shop.orders.filter(wasCompleted), ({ paymentId }) => paymentId)
  const refundsOf = Map.groupBy(
    gateway.refunds.filter(({ status }) => status !== 'failed'),
    ({ payment_id }) => payment_id,
  )
  // The desk shows them; staff decide whether to refund again.
  const failedOf = Map.groupBy(
    shop.gatewayRefunds.filter(({ failedAt }) => failedAt !== null),
    ({ paymentId }) => paymentId,
  )
  const booked = new Map(shop.gatewayRefunds.map((row) => [row.gatewayRefundId, row.amount]))
  const orderOf = new Map(shop.gatewayOrders.map((row) => [row.gatewayOrderId, row.orderNumber]))
  return gateway.payments.flatMap(({ id, captured, amount, order_id }) => {
    if (!captured) return []
    const bought = buying.get(id) ?? []
    const refunds = refundsOf.get(id) ?? []
    const back = total(refunds.map((refund) => refund.amount))
    const failed = total((failedOf.get(id) ?? []).map((refund) => refund.amount))
    const [order] = bought
    const isRight =
      order && bought.length === 1
        ? (order.status === 'refunded' ? back + failed === amount : back < amount) &&
          refunds.every((refund) => booked.get(refund.id) === refund.amount)
        : bought.length === 0 && refunds.length === 1 && back === amount
    if (isRight) return []
    const what = `${id} of ${amount} was captured, pays ${bought.length} completed orders, and ${back} went back in ${refunds.length} refunds`
    return [{ rule: 'money', what, orderNumber: orderOf.get(order_id) ?? null }]
  })
}

/** Even if the order was cancelled or refunded afterwards. */
function wasCompleted({ completedAt }: Snapshot['shop']['orders'][number]): boolean {
  return completedAt !== null
}

/** Each refund request is one refund at the gateway, however often it was sent. */
function wrongRefundRequests({ gateway, shop }: Snapshot): Violation[] {
  const made = Map.groupBy(gateway.refunds, ({ receipt }) => receipt)
  return shop.refundRequests.flatMap(({ id, orderNumber, amount, state }): Violation[] => {
    const refunds = made.get(id) ?? []
    const isRight =
      state === 'sent' ? refunds.length === 1 && refunds[0]?.amount === amount : refunds.length === 0
    const what = `a refund of ${amount} is ${state}, and was made ${refunds.length} times`
    const wrongMoney: Violation[] = isRight ? [] : [{ rule: 'money', what, orderNumber }]
    const isLeft = state !== 'sent' && state !== 'declined'
    return isLeft
      ? [...wrongMoney, { rule: 'pending', what: `a refund is left ${state}`, orderNumber }]
      : wrongMoney
  })
}

function wrongOrders({ gateway, shop, scenarios }: Snapshot): Violation[] {
  const payments = new Map(gateway.payments.map((payment) => [payment.id, payment]))
  const ownGatewayOrders = new Set(
    shop.gatewayOrders.map((row) => `${row.orderNumber} ${row.gatewayOrderId}`),
  )
  const scenarioOf = new Map(scenarios.map((scenario) => [scenario.mark, scenario]))
  const lines = Map.groupBy(shop.lines, ({ orderNumber }) => orderNumber)
  const found: Violation[] = []
  for (const order of shop.orders) {
    const { number: orderNumber, total, paymentId } = order
    const say = (rule: Rule, what: string) => found.push({ rule, what, orderNumber })
    if (wasCompleted(order)) {
      const paid = payments.get(paymentId ?? '')
      const isPaid =
        paid?.captured === true &&
        paid.amount === total &&
        paid.currency === CURRENCY &&
        ownGatewayOrders.has(`${orderNumber} ${paid.order_id}`)
      if (!isPaid) say('unpaid', `completed at ${total} by ${paymentId ?? 'no payment'} of ${paid?.amount}`)
    }
    const scenario = scenarioOf.get(order.shipTo.address)
    if (!scenario) {
      say('double', 'an order that no shopper placed')
      continue
    }
    if (scenario.total !== total) say('money', `the shopper saw ${scenario.total}, the order says ${total}`)
    const ordered = (lines.get(orderNumber) ?? []).map(
      (line) => `${lineKeyOf({ ...line, id: line.productId })} ${line.quantity}`,
    )
    const wanted = scenario.lines.map((line) => `${lineKeyOf(line)} ${line.quantity}`)
    if (ordered.sort().join() !== wanted.sort().join()) say('money', 'other pieces than the shopper wanted')
  }
  return found
}

/**
 * One order per purchase, and another if the pieces or the offer of the first were gone before its payment came: that
 * order is closed and refunded, and the shopper may try again. If a shopper bought the same again and both payments
 * were captured, one completed order for each, except refunded ones: a payment of a wrong amount, or one that came too
 * late, completes nothing. A payment that was authorized but never captured is released automatically.
 */
function wrongCounts({ gateway, shop, scenarios }: Snapshot): Violation[] {
  const orders = Map.groupBy(shop.orders, ({ shipTo }) => shipTo.address)
  const refunded = new Set(shop.refunds.map(({ orderNumber }) => orderNumber))
  const closedLate = new Set(
    shop.events.filter(({ event }) => CLOSING_LATE.has(event)).map(({ orderNumber }) => orderNumber),
  )
  const captured = new Set(
    gateway.payments.filter((payment) => payment.captured).map((each) => each.order_id),
  )
  return [...Map.groupBy(scenarios, ({ mark }) => mark)].flatMap(([mark, purchases]): Violation[] => {
    const placed = orders.get(mark) ?? []
    const orderNumber = placed[0]?.number ?? null
    const begun = purchases.reduce((times, { restarts }) => times + 1 + restarts, 0)
    const shown = new Set(purchases.flatMap(({ orderNumbers }) => [...orderNumbers]))
    const found: Violation[] = []
    const allowed = begun + placed.filter(({ number }) => closedLate.has(number)).length
    if (placed.length > allowed || shown.size > allowed)
      found.push({
        rule: 'double',
        what: `${mark}: ${begun} purchases, ${placed.length} orders, ${shown.size} of them shown`,
        orderNumber,
      })
    const completed = placed.filter(wasCompleted).length
    const refundedOrders = placed.filter((order) => !wasCompleted(order) && refunded.has(order.number)).length
    const isPaidAgain =
      purchases.length > 1 &&
      purchases.every(({ gatewayOrderIds }) => [...gatewayOrderIds].some((id) => captured.has(id)))
    if (isPaidAgain && begun === purchases.length && completed + refundedOrders !== purchases.length)
      found.push({
        rule: 'repeat',
        what: `${mark}: ${purchases.length} purchases were paid and ${completed} orders completed`,
        orderNumber,
      })
    return found
  })
}

function brokenPromises({ scenarios, shop }: Snapshot): Violation[] {
  const orders = new Map(shop.orders.map((order) => [order.number, order]))
  return scenarios.flatMap((scenario): Violation[] => {
    const shown = [...scenario.orderNumbers].map((number) => orders.get(number))
    const orderNumber = shown[0]?.number ?? null
    const whats = [
      ...scenario.complaints,
      ...[...scenario.orderNumbers]
        .filter((number) => !orders.has(number))
        .map((number) => `${number} was shown and does not exist`),
    ]
    const completed = shown.filter((order) => order && wasCompleted(order))
    if (scenario.reportedPaid && completed.length === 0)
      whats.push(`reported as paid, but ${shown[0]?.status ?? 'missing'}`)
    if (completed.some((order) => scenario.reportedFailed.has(order?.paymentId ?? '')))
      whats.push('the payment that paid it was called failed')
    return whats.map((what) => ({ rule: 'promise', what, orderNumber }))
  })
}

/** As built by server/email/outbox.ts: one dedupe key has the same Message-ID however often it is sent. */
function messageIdOf(dedupeKey: string): string {
  return `${createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40)}@`
}

/** How often each email arrived, by its dedupe key. */
function deliveries({ emails, outbox }: Snapshot): { counted: Map<string, number>; unknown: number } {
  const keys = new Map(outbox.map(({ dedupeKey }) => [messageIdOf(dedupeKey), dedupeKey]))
  const counted = new Map<string, number>()
  let unknown = 0
  for (const { messageId } of emails) {
    const dedupeKey = keys.get(messageId.replace(/^<|[^@]*>$/g, ''))
    if (dedupeKey === undefined) unknown += 1
    else counted.set(dedupeKey, (counted.get(dedupeKey) ?? 0) + 1)
  }
  return { counted, unknown }
}

/** Duplicates after a kill between the mail server's response and its record. */
export function repeatDeliveries(snapshot: Snapshot): number {
  return [...deliveries(snapshot).counted.values()].reduce((repeats, times) => repeats + times - 1, 0)
}

function wrongMail(snapshot: Snapshot): Violation[] {
  const { shop, kills } = snapshot
  const { counted, unknown } = deliveries(snapshot)
  const found: Violation[] = []
  const say = (what: string, orderNumber: string | null = null) =>
    found.push({ rule: 'mail', what, orderNumber })
  if (unknown > 0) say(`${unknown} emails with a Message-ID of no dedupeKey`)
  const repeats = repeatDeliveries(snapshot)
  if (repeats > kills) say(`${repeats} repeat deliveries, but only ${kills} kills to explain them`)
  const completed = new Set(shop.orders.filter(wasCompleted).map(({ number }) => number))
  for (const number of completed)
    if (!counted.has(`order-confirmation:${number}`)) say('no confirmation', number)
  for (const { paymentId, orderNumber } of shop.refunds)
    if (!counted.has(`refund:${paymentId}`)) say(`no email about the refund of ${paymentId}`, orderNumber)
  for (const { gatewayRefundId, orderNumber, failedAt } of shop.gatewayRefunds)
    if (failedAt === null && !counted.has(`refund:${gatewayRefundId}`))
      say(`no email about the refund ${gatewayRefundId} of the dashboard`, orderNumber)
  for (const dedupeKey of counted.keys()) {
    const [kind, about = ''] = dedupeKey.split(':')
    if (kind === 'order-confirmation' && !completed.has(about)) say('confirmed, but not completed', about)
  }
  return found
}

/**
 * The cart holds what was added minus what was bought. A shopper who restarted a purchase may pay for both orders, for
 * example if the bank approves a declined payment late; the second order then buys pieces that the cart no longer
 * holds, and what is added afterwards stays.
 */
function wrongCarts(snapshot: Snapshot): Violation[] {
  const { put, shop } = snapshot
  const takenTwice = piecesOrderedTwice(snapshot)
  const expected = new Map(put)
  const completed = new Map(shop.orders.filter(wasCompleted).map(({ number, email }) => [number, email]))
  for (const { orderNumber, type, productId: id, size, quantity } of shop.lines) {
    const email = completed.get(orderNumber)
    const piece = `${email} ${lineKeyOf({ type, id, size })}`
    if (email !== undefined) expected.set(piece, (expected.get(piece) ?? 0) - quantity)
  }
  const found = new Map(shop.carts.map(({ email, line, quantity }) => [`${email} ${line}`, quantity]))
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((piece): Violation[] => {
    const [there, right] = [found.get(piece) ?? 0, expected.get(piece) ?? 0]
    const isRight = there >= right && there <= right + (takenTwice.get(piece) ?? 0)
    return isRight
      ? []
      : [{ rule: 'cart', what: `${piece}: ${there} in the cart instead of ${right}`, orderNumber: null }]
  })
}

/** Pieces of completed orders beyond the purchases put into the cart, by shopper and line. */
function piecesOrderedTwice({ scenarios, shop }: Snapshot): ReadonlyMap<string, number> {
  const completed = shop.orders.filter(wasCompleted)
  const twice = new Map<string, number>()
  for (const [mark, purchases] of Map.groupBy(scenarios, (scenario) => scenario.mark)) {
    const [first] = purchases
    const orders = completed.filter(({ shipTo }) => shipTo.address === mark).length
    if (!first || orders <= purchases.length) continue
    for (const line of first.lines) {
      const piece = `${first.shopper} ${lineKeyOf(line)}`
      twice.set(piece, (twice.get(piece) ?? 0) + line.quantity * (orders - purchases.length))
    }
  }
  return twice
}

function leftPending(snapshot: Snapshot): Violation[] {
  const { gateway, shop, outbox } = snapshot
  const found: Violation[] = []
  const say = (what: string, orderNumber: string | null = null) =>
    found.push({ rule: 'pending', what, orderNumber })
  const withRefundRequest = new Set(shop.refundRequests.map(({ orderNumber }) => orderNumber))
  for (const { number, status, nextReconcileAt } of shop.orders) {
    if (nextReconcileAt !== null) say('still to be reconciled', number)
    if (status !== 'completed' && status !== 'cancelled' && !withRefundRequest.has(number))
      say(`left as ${status}`, number)
  }
  for (const { orderNumber, paymentId, sentAt } of shop.refunds)
    if (sentAt === null) say(`the refund of ${paymentId} was not sent`, orderNumber)
  // Between two reads of the outbox, the shop may send an e-mail and, a month after it was written, delete its row.
  const { counted } = deliveries(snapshot)
  for (const { dedupeKey, sentAt } of outbox)
    if (sentAt === null && !counted.has(dedupeKey)) say(`${dedupeKey} was not sent`)
  if (shop.webhooksUnworked > 0) say(`${shop.webhooksUnworked} webhooks were not worked on`)
  if (gateway.webhooks.waiting > 0) say(`${gateway.webhooks.waiting} webhooks still wait at the gateway`)
  for (const { id, status } of gateway.payments)
    if (status === 'authorized' || status === 'created') say(`${id} is still ${status} at the gateway`)
  return found
}

const ONCE_EACH = [
  'placed',
  'paid',
  'completed',
  'made to order',
  'sold out',
  'offer code used up',
  'expired',
  'refunded',
]

function wrongEvents({ shop }: Snapshot): Violation[] {
  const events = Map.groupBy(shop.events, ({ orderNumber }) => orderNumber)
  return shop.orders.flatMap(({ number, completedAt }): Violation[] => {
    const steps = (events.get(number) ?? []).map(({ event, detail }) =>
      event.startsWith('refund ')
        ? `${event} ${detail.paymentId}`
        : event === 'partially refunded'
          ? `${event} ${detail.gatewayRefundId}`
          : event,
    )
    const times = (step: string) => steps.filter((each) => each === step).length
    const twice = [...ONCE_EACH, ...steps.filter((step) => /^(refund due|partially refunded)/.test(step))]
      .filter((step) => times(step) > 1)
      .map((step) => `“${step}” ${times(step)} times`)
    const missing =
      (completedAt !== null) === (times('completed') === 1) ? [] : ['completed without its step']
    return [...new Set([...twice, ...missing])].map((what) => ({ rule: 'events', what, orderNumber: number }))
  })
}

/**
 * The opening stock equals what is left plus what completed orders have taken: each its lines, from the product's own
 * level or from the workbench. An order whose pieces were gone when its payment came is refunded.
 */
function wrongStock({ shop }: Snapshot): Violation[] {
  const found: Violation[] = []
  const say = (what: string, orderNumber: string | null = null) =>
    found.push({ rule: 'stock', what, orderNumber })
  for (const { key, onHand } of shop.levels) {
    const moved = total(shop.movements.filter((each) => each.key === key).map(({ change }) => change))
    if (onHand !== moved || onHand < 0) say(`${key}: ${onHand} left, but the movements say ${moved}`)
  }
  const events = Map.groupBy(shop.events, ({ orderNumber }) => orderNumber)
  const sold = Map.groupBy(
    shop.movements.filter(({ cause }) => cause === 'sold'),
    ({ orderNumber }) => orderNumber,
  )
  const lines = Map.groupBy(shop.lines, ({ orderNumber }) => orderNumber)
  for (const { number, completedAt } of shop.orders) {
    const ordered = completedAt === null ? [] : (lines.get(number) ?? [])
    const taken = sold.get(number) ?? []
    const skus = new Set(ordered.map(({ type, productId: id }) => skuOf({ type, id })))
    const isOfLines = taken.every(({ key }) => isBenchKey(key) || skus.has(skuOfStockKey(key) ?? 'rings-0'))
    const [wanted, got] = [
      total(ordered.map(({ quantity }) => quantity)),
      -total(taken.map(({ change }) => change)),
    ]
    if (wanted !== got || !isOfLines) say(`${got} pieces sold to an order of ${wanted}`, number)
    const isSoldOut = events.get(number)?.some(({ event }) => event === 'sold out') ?? false
    if (isSoldOut && (completedAt !== null || !shop.refunds.some((each) => each.orderNumber === number)))
      say('paid without a piece, and not refunded', number)
  }
  for (const { orderNumber, key, expiresAt } of shop.holds) {
    const last = events.get(orderNumber)?.findLast(({ event }) => HOLDING.has(event))
    const until = last && addMs(last.at, QUOTE_VALID_MS)
    const isExcessive = sold.has(orderNumber) || !until || expiresAt > until
    if (isExcessive) say(`${key} is held until ${expiresAt.toISOString()}`, orderNumber)
  }
  return found
}

/**
 * Each completed order with a code has used it for good, no other order has, and a payment that found it used up was
 * refunded.
 */
function wrongOffers({ shop }: Snapshot): Violation[] {
  const found: Violation[] = []
  const say = (what: string, orderNumber: string | null = null) =>
    found.push({ rule: 'offer', what, orderNumber })
  const uses = shop.orders.filter((row) => row.offerCode !== null && wasCompleted(row))
  const redeemed = new Set(
    shop.redemptions.filter((row) => row.reservedUntil === null).map((row) => row.orderNumber),
  )
  for (const { number } of uses) if (!redeemed.has(number)) say('completed without using its code', number)
  for (const number of redeemed)
    if (!uses.some((row) => row.number === number)) say('uses a code and was never completed', number)
  for (const { code, ordersMax, ordersPerCustomerMax } of shop.offerCodes) {
    const ofCode = uses.filter((row) => row.offerCode === code)
    if (ordersMax !== null && ofCode.length > ordersMax) say(`${code} is used by ${ofCode.length} orders`)
    for (const [email, own] of Map.groupBy(ofCode, (row) => row.email))
      if (ordersPerCustomerMax !== null && own.length > ordersPerCustomerMax)
        say(`${email} uses ${code} ${own.length} times`)
  }
  for (const { event, orderNumber } of shop.events)
    if (event === 'offer code used up' && !shop.refunds.some((each) => each.orderNumber === orderNumber))
      say('paid when its code was used up, and not refunded', orderNumber)
  return found
}

/** After these, the customer may try again with another order. */
const CLOSING_LATE: ReadonlySet<string> = new Set(['sold out', 'offer code used up'])

/** A payment dialog opens. */
const HOLDING: ReadonlySet<string> = new Set(['placed', 'payment resumed'])

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
