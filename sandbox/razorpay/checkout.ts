/** What the shopper's browser speaks to: the checkout script, the payment dialog, and the dialog's own calls. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import { jsonOf, type Env } from '#sandbox/http.ts'
import { rupees } from '#sandbox/page.ts'
import { Refusal, type Notes, type OrderEntity } from './entities.ts'
import { BANKS, failureOf, instrument, type Instrument } from './instruments.ts'
import type { Attempt, AttemptResult, Gateway } from './gateway.ts'
import { refundRequest } from './rules.ts'
import type { Webhooks } from './webhooks.ts'

const customer = z
  .object({
    email: z.string().max(200).nullish(),
    contact: z.string().max(30).nullish(),
    description: z.string().max(255).nullish(),
    notes: z.record(z.string(), z.coerce.string()).or(z.array(z.never())).nullish(),
  })
  .default({})

const dialogCall = z.object({ order_id: z.string(), key_id: z.literal(RAZORPAY_CREDENTIALS.keyId), customer })
const payCall = dialogCall.extend({ instrument })

type Customer = z.infer<typeof customer>

interface Parts {
  ledger: Gateway
  webhooks: Webhooks
  shopOrigins: readonly string[]
}

/** Mounted before the API, at the same path: these few addresses need no key secret. */
export function razorpayCheckout({ ledger, webhooks, shopOrigins }: Parts): Hono<Env> {
  const checkout = new Hono<Env>()
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${shopOrigins.join(' ')}`,
  ].join('; ')

  for (const [path, file, type] of [
    ['/checkout.js', 'checkout.js', 'text/javascript'],
    ['/checkout/dialog.js', 'dialog.js', 'text/javascript'],
    ['/checkout/dialog.css', 'dialog.css', 'text/css'],
  ] as const) {
    const text = readFileSync(join(import.meta.dirname, 'browser', file), 'utf8')
    checkout.get(path, (c) =>
      c.body(text, 200, {
        'content-type': `${type}; charset=utf-8`,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-cache',
      }),
    )
  }

  checkout.get('/checkout/public', (c) => {
    c.header('content-security-policy', policy)
    const origin = c.req.query('origin') ?? ''
    const keyId = c.req.query('key_id') ?? ''
    if (!shopOrigins.includes(origin)) return c.html(html`<p>This page is not the shop's.</p>`, 400)
    const order = orderFor(ledger, c.req.query('order_id') ?? '', keyId)
    return c.html(dialogPage({ order, keyId, origin }))
  })

  checkout.post('/checkout/pay', async (c) => {
    const call = payCall.safeParse(await jsonOf(c))
    if (!call.success) return c.json({ error: z.flattenError(call.error) }, 400)
    const result = ledger.attempt({
      ...attemptBy(call.data),
      instrument: call.data.instrument,
      failure: failureOf(call.data.instrument),
    })
    await webhooksFirst(webhooks, call.data.order_id, result)
    return c.json(result)
  })

  checkout.post('/checkout/dismiss', async (c) => {
    const call = dialogCall.safeParse(await jsonOf(c))
    if (!call.success) return c.json({ error: z.flattenError(call.error) }, 400)
    if (orderFor(ledger, call.data.order_id, call.data.key_id)) ledger.dismiss(attemptBy(call.data))
    return c.json({ end: 'dismissed' })
  })

  checkout.onError((trouble, c) => {
    if (trouble instanceof Refusal) return c.json({ error: trouble.error }, trouble.status)
    throw trouble
  })

  return checkout
}

const payment = z.object({
  order_id: z.string(),
  outcome: z.enum(['success', 'failure', 'late', 'dismissed']),
  customer,
})
const advance = z.object({ order_id: z.string().optional(), release: z.boolean().default(false) })

const dashboardRefund = z.object({ payment_id: z.string(), amount: z.number().optional() })

/** Razorpay's API has nothing like these: paying without a browser, the dashboard, moving time on, and looking into the books. */
export function razorpayControls({ ledger, webhooks }: Omit<Parts, 'shopOrigins'>): Hono<Env> {
  const controls = new Hono<Env>()

  controls.post('/pay', async (c) => {
    const call = payment.safeParse(await jsonOf(c))
    if (!call.success) return c.json({ error: z.flattenError(call.error) }, 400)
    const { order_id, outcome } = call.data
    if (outcome === 'dismissed') {
      ledger.dismiss(attemptBy(call.data))
      return c.json(null)
    }
    const used: Instrument = {
      method: 'upi',
      vpa: outcome === 'failure' ? 'failure@razorpay' : 'success@razorpay',
    }
    const result = ledger.attempt({
      ...attemptBy(call.data),
      instrument: used,
      failure: failureOf(used),
      late: outcome === 'late',
    })
    await webhooksFirst(webhooks, order_id, result)
    if (result.end === 'paid') return c.json(result.proof)
    return c.json(result.end === 'silent' ? null : { error: result.error })
  })

  controls.post('/advance', async (c) => {
    const call = advance.safeParse((await jsonOf(c)) ?? {})
    if (!call.success) return c.json({ error: z.flattenError(call.error) }, 400)
    const orderId = call.data.order_id ?? null
    return c.json({
      late_authorisations: ledger.hurry('authorise', orderId),
      failed_refunds: ledger.hurry('fail refund', orderId),
      ...(call.data.release && { releases: ledger.hurry('release', orderId) }),
      webhooks: webhooks.hurry(orderId),
    })
  })

  // What a person does on the dashboard: its webhooks follow as for any refund.
  controls.post('/refund', async (c) => {
    const call = dashboardRefund.safeParse(await jsonOf(c))
    if (!call.success) return c.json({ error: z.flattenError(call.error) }, 400)
    const { payment_id, ...request } = call.data
    return c.json(ledger.refund(payment_id, refundRequest(request), null))
  })

  controls.get('/books', (c) => c.json({ ...ledger.books(), webhooks: webhooks.tally() }))

  controls.onError((trouble, c) => {
    if (trouble instanceof Refusal) return c.json({ error: trouble.error }, trouble.status)
    throw trouble
  })

  return controls
}

async function webhooksFirst(webhooks: Webhooks, orderId: string, result: AttemptResult) {
  if (result.webhooksFirst) await webhooks.tried(orderId)
}

/** An attempt by UPI that goes through, until more is said. */
function attemptBy(call: { order_id: string; customer: Customer }): Attempt {
  const { email, contact, description, notes } = call.customer
  const noted: Notes = notes && !Array.isArray(notes) && Object.keys(notes).length > 0 ? notes : []
  return {
    orderId: call.order_id,
    instrument: { method: 'upi', vpa: 'success@razorpay' },
    failure: null,
    late: false,
    customer: {
      email: email ?? null,
      contact: contact ?? null,
      description: description || null,
      notes: noted,
    },
  }
}

/** Null where Razorpay's dialog would say that there is no such order for this key. */
function orderFor(ledger: Gateway, id: string, keyId: string): OrderEntity | null {
  if (keyId !== RAZORPAY_CREDENTIALS.keyId) return null
  try {
    return ledger.order(id)
  } catch (trouble) {
    if (trouble instanceof Refusal) return null
    throw trouble
  }
}

function dialogPage(shown: { order: OrderEntity | null; keyId: string; origin: string }) {
  const { order } = shown
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payment, test mode</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="dialog.css" />
        <script type="module" src="dialog.js"></script>
      </head>
      <body
        data-order-id="${order?.id ?? ''}"
        data-key-id="${shown.keyId}"
        data-shop-origin="${shown.origin}"
        data-pay-url="./"
      >
        <!-- dialog.js wakes it: a form pressed before that would be sent as a plain one and leave the dialog. -->
        <main class="sheet" aria-label="Payment" inert>
          <p class="mark">Test mode: no money moves</p>
          <div class="head">
            <div>
              <h1 id="merchant" tabindex="-1">The shop</h1>
              <p class="soft" id="description"></p>
              <p class="soft" id="customer"></p>
              ${order ? html`<p class="amount">${rupees(order.amount)}</p>` : ''}
            </div>
            <button class="close" type="button" aria-label="Close">×</button>
          </div>
          <p class="says${order ? '' : ' alarm'}" role="status">${orderStatus(order)}</p>
          ${order && order.status !== 'paid' ? methods(order) : ''}
        </main>
      </body>
    </html>`
}

function orderStatus(order: OrderEntity | null): string {
  if (!order) return 'The id provided does not exist'
  return order.status === 'paid' ? 'This order has already been paid.' : ''
}

function methods(order: OrderEntity) {
  const payWords = `Pay ${rupees(order.amount)}`
  return html`<div class="methods">
    <div class="tabs" role="tablist" aria-label="Payment method">
      <button type="button" role="tab" id="tab-upi" aria-controls="upi" aria-selected="true">UPI</button>
      <button type="button" role="tab" id="tab-card" aria-controls="card" aria-selected="false" tabindex="-1">
        Card
      </button>
      <button
        type="button"
        role="tab"
        id="tab-netbanking"
        aria-controls="netbanking"
        aria-selected="false"
        tabindex="-1"
      >
        Netbanking
      </button>
    </div>
    <section class="panel" role="tabpanel" id="upi" aria-labelledby="tab-upi">
      <form id="upi-form">
        <label for="vpa">UPI ID</label>
        <input
          id="vpa"
          name="vpa"
          value="success@razorpay"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="vpa-hint"
        />
        <p class="hint" id="vpa-hint">success@razorpay pays; failure@razorpay is declined.</p>
        <div class="actions"><button>${payWords}</button></div>
      </form>
    </section>
    <section class="panel" role="tabpanel" id="card" aria-labelledby="tab-card" hidden>
      <form id="card-form">
        <label for="card-number">Card number</label>
        <input
          id="card-number"
          name="number"
          value="4100 2800 0000 1007"
          required
          inputmode="numeric"
          autocomplete="off"
          aria-describedby="card-hint"
        />
        <p class="hint" id="card-hint">
          4100 2800 0000 1007 pays; 4100 2800 0008 0001 has too little money; 4100 2800 0006 0003 is declined.
        </p>
        <div class="pair">
          <div>
            <label for="card-expiry">Expiry</label>
            <input id="card-expiry" name="expiry" value="12/39" required autocomplete="off" />
          </div>
          <div>
            <label for="card-cvv">CVV</label>
            <input id="card-cvv" name="cvv" value="123" required inputmode="numeric" autocomplete="off" />
          </div>
        </div>
        <label for="card-name">Name on card</label>
        <input id="card-name" name="name" value="Test Card" required autocomplete="off" />
        <div class="actions"><button>${payWords}</button></div>
      </form>
      <form id="otp-form" hidden>
        <label for="otp">One-time password</label>
        <input
          id="otp"
          name="otp"
          required
          inputmode="numeric"
          autocomplete="off"
          aria-describedby="otp-hint"
        />
        <p class="hint" id="otp-hint">Four to ten digits are right; fewer are wrong.</p>
        <div class="actions"><button>Submit</button></div>
      </form>
    </section>
    <section class="panel" role="tabpanel" id="netbanking" aria-labelledby="tab-netbanking" hidden>
      <form id="netbanking-form">
        <label for="bank">Bank</label>
        <select id="bank" name="bank">
          ${Object.entries(BANKS).map(([code, name]) => html`<option value="${code}">${name}</option>`)}
        </select>
        <p class="hint">The bank asks how this payment is to end.</p>
        <div class="actions">
          <button value="success">Success</button>
          <button class="quiet" value="failure">Failure</button>
        </div>
      </form>
    </section>
  </div>`
}
