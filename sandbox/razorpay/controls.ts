/**
 * Controls for tests and audits beyond Razorpay's API: paying without a browser, the dashboard, the passage of time,
 * all records.
 */
import { Hono } from 'hono'
import { z } from 'zod'
import { readJson, type Env } from '#sandbox/http.ts'
import { respondWithError } from './api.ts'
import { attemptAndNotify, attemptOf, Customer } from './checkout.ts'
import { DISPUTE_STATUSES } from './entities.ts'
import type { Gateway } from './gateway.ts'
import { failureOf, type Instrument } from './instruments.ts'
import { parseRefundRequest } from './validation.ts'
import type { Webhooks } from './webhooks.ts'

const PayRequest = z.object({
  order_id: z.string(),
  outcome: z.enum(['success', 'failure', 'late', 'dismissed']),
  customer: Customer,
})
const AdvanceRequest = z.object({ order_id: z.string().optional(), release: z.boolean().default(false) })
const DisputeRequest = z.object({
  payment_id: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  amount: z.number().optional(),
})
const RefundRequest = z.object({ payment_id: z.string(), amount: z.number().optional() })

export function razorpayControls({ gateway, webhooks }: { gateway: Gateway; webhooks: Webhooks }): Hono<Env> {
  const controls = new Hono<Env>()
  const { find } = gateway
  controls.onError(respondWithError)

  controls.post('/pay', async (c) => {
    const request = PayRequest.parse(await readJson(c))
    const { outcome } = request
    const vpa = outcome === 'failure' ? 'failure@razorpay' : 'success@razorpay'
    const instrument: Instrument = { method: 'upi', vpa }
    const isAuthorizedLate = outcome === 'late'
    const attempt = { ...attemptOf(request), instrument, failure: failureOf(instrument), isAuthorizedLate }
    if (outcome === 'dismissed') {
      gateway.dismiss(attempt)
      return c.json(null)
    }
    const result = await attemptAndNotify(gateway, webhooks, attempt)
    if (result.end === 'paid') return c.json(result.proof)
    return c.json(result.end === 'silent' ? null : { error: result.error })
  })

  controls.post('/advance', async (c) => {
    const { order_id: orderId = null, release } = AdvanceRequest.parse((await readJson(c)) ?? {})
    return c.json({
      late_authorizations: find.expediteSteps('authorize', orderId),
      failed_refunds: find.expediteSteps('fail refund', orderId),
      ...(release && { releases: find.expediteSteps('release', orderId) }),
      webhooks: webhooks.expedite(orderId),
    })
  })

  controls.post('/refund', async (c) => {
    const { payment_id, ...request } = RefundRequest.parse(await readJson(c))
    return c.json(gateway.refund(payment_id, parseRefundRequest(request), null))
  })

  controls.post('/dispute', async (c) => {
    const { payment_id, status, amount } = DisputeRequest.parse(await readJson(c))
    return c.json(gateway.dispute(payment_id, status, amount))
  })

  controls.post('/settle', (c) => c.json({ items: gateway.settle({ everything: true }) }))

  controls.get('/state', (c) =>
    c.json({
      orders: find.allOrders(),
      payments: find.allPayments(),
      refunds: find.allRefunds(),
      webhooks: webhooks.counts(),
    }),
  )

  return controls
}
