/** The browser's side: the checkout script, the payment dialog, and the dialog's own requests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import { readJson, type Env } from '#sandbox/http.ts'
import { contentPolicy, readStyles } from '#sandbox/page.ts'
import { respondWithError } from './api.ts'
import { dialogPage } from './dialog-page.ts'
import { ApiError, type OrderEntity } from './entities.ts'
import type { Gateway } from './gateway.ts'
import { failureOf, Instrument } from './instruments.ts'
import type { Attempt, AttemptResult } from './payments.ts'
import type { Webhooks } from './webhooks.ts'

export const Customer = z
  .object({
    email: z.string().max(200).nullish(),
    contact: z.string().max(30).nullish(),
    description: z.string().max(255).nullish(),
    notes: z.record(z.string(), z.coerce.string()).or(z.array(z.never())).nullish(),
  })
  .default({})

const DialogRequest = z.object({
  order_id: z.string(),
  key_id: z.literal(RAZORPAY_CREDENTIALS.keyId),
  customer: Customer,
})
const PayRequest = DialogRequest.extend({ instrument: Instrument })

function readScript(name: string): string {
  return readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')
}

interface Deps {
  gateway: Gateway
  webhooks: Webhooks
  shopOrigins: readonly string[]
}

/** Mounted before the API, at the same path: these routes need no key secret. */
export function razorpayCheckout({ gateway, webhooks, shopOrigins }: Deps): Hono<Env> {
  const checkout = new Hono<Env>()
  const policy = contentPolicy({
    'script-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': shopOrigins.join(' '),
  })
  checkout.onError(respondWithError)

  for (const [path, text, type] of [
    ['/checkout.js', readScript('checkout.js'), 'text/javascript'],
    ['/checkout/dialog.js', readScript('dialog.js'), 'text/javascript'],
    ['/checkout/dialog.css', readStyles('razorpay/browser/dialog.css'), 'text/css'],
  ] as const)
    checkout.get(path, (c) =>
      c.body(text, 200, {
        'content-type': `${type}; charset=utf-8`,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-cache',
      }),
    )

  checkout.get('/checkout/public', (c) => {
    c.header('content-security-policy', policy)
    const origin = c.req.query('origin') ?? ''
    const keyId = c.req.query('key_id') ?? ''
    if (!shopOrigins.includes(origin)) return c.html(html`<p>This page is not the shop's.</p>`, 400)
    return c.html(
      dialogPage({ order: orderOf(gateway, c.req.query('order_id') ?? '', keyId), keyId, origin }),
    )
  })

  checkout.post('/checkout/pay', async (c) => {
    const request = PayRequest.parse(await readJson(c))
    const { instrument } = request
    const attempt = { ...attemptOf(request), instrument, failure: failureOf(instrument) }
    return c.json(await attemptAndNotify(gateway, webhooks, attempt))
  })

  checkout.post('/checkout/dismiss', async (c) => {
    const request = DialogRequest.parse(await readJson(c))
    if (orderOf(gateway, request.order_id, request.key_id)) gateway.dismiss(attemptOf(request))
    return c.json({ end: 'dismissed' })
  })

  return checkout
}

/** If webhooks come first, resolves after they were attempted. */
export async function attemptAndNotify(
  gateway: Gateway,
  webhooks: Webhooks,
  attempt: Attempt,
): Promise<AttemptResult> {
  const result = gateway.attempt(attempt)
  if (result.webhooksFirst) await webhooks.attempted(attempt.orderId)
  return result
}

/** A successful UPI payment. */
export function attemptOf(request: { order_id: string; customer: z.infer<typeof Customer> }): Attempt {
  const { email, contact, description, notes } = request.customer
  return {
    orderId: request.order_id,
    instrument: { method: 'upi', vpa: 'success@razorpay' },
    failure: null,
    isAuthorizedLate: false,
    customer: {
      email: email ?? null,
      contact: contact ?? null,
      description: description || null,
      // Razorpay returns empty notes as a list.
      notes: notes && !Array.isArray(notes) && Object.keys(notes).length > 0 ? notes : [],
    },
  }
}

/** Null if the key or the order is unknown. */
function orderOf({ find }: Gateway, id: string, keyId: string): OrderEntity | null {
  if (keyId !== RAZORPAY_CREDENTIALS.keyId) return null
  try {
    return find.findOrder(id).order
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
