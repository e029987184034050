/**
 * Razorpay over its own protocol: Orders, Payments and Refunds API, HTTP Basic authentication, amounts in paise.
 * Answers are read leniently: Razorpay adds fields, and its samples disagree with its documentation in small things.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { paise } from '#domain/money.ts'
import { isTestKey, type RazorpaySettings } from '#server/env.ts'
import type {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  ListedRefund,
  PaymentGateway,
  Period,
  Result,
} from './gateway.ts'
import { PAYMENT_STATES, REFUND_STATES } from './gateway.ts'

/** A person is waiting for most of these calls. */
const TIMEOUT_MS = 10_000
/** The most that a list gives at once. */
const LIST_PAGE = 100
/** Minutes for which an authorised payment waits to be captured; the longest that Razorpay allows. */
const CAPTURE_WINDOW_MINUTES = 7200

/** Whole paise, as a number or as text. */
const Amount = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((amount: number | string) => paise(Number(amount))),
)

/** A state that Razorpay may add one day says nothing that could be relied on: it is read as the first of all. */
const enumWithFallback = <Word extends string>(words: readonly Word[], first: Word) =>
  z.pipe(
    z.string(),
    z.transform((said: string) => words.find((word) => word === said) ?? first),
  )

const OrderAnswer = z.object({
  id: z.string(),
  amount: Amount,
  currency: z.string(),
  receipt: z.nullish(z.string()),
})
const PaymentAnswer = z.object({
  id: z.string(),
  order_id: z.nullish(z.string()),
  amount: Amount,
  currency: z.string(),
  status: enumWithFallback(PAYMENT_STATES, 'created'),
  amount_refunded: z.nullish(Amount),
  captured: z.nullish(z.boolean()),
  error_reason: z.nullish(z.string()),
  error_code: z.nullish(z.string()),
})
const RefundAnswer = z.object({
  id: z.string(),
  status: enumWithFallback(REFUND_STATES, 'pending'),
})
const ListedRefundAnswer = z.extend(RefundAnswer, {
  payment_id: z.string(),
  amount: Amount,
  created_at: z.int(),
})
const Collection = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) })
const ErrorAnswer = z.object({
  error: z.object({
    code: z.nullish(z.string()),
    reason: z.nullish(z.string()),
    description: z.nullish(z.string()),
  }),
})

export function createRazorpay(settings: RazorpaySettings): PaymentGateway {
  const credentials = Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')

  async function request<Answer extends z.ZodMiniType>(
    path: string,
    schema: Answer,
    post?: { readonly body: object; readonly headers?: Record<string, string> },
  ): Promise<Result<z.output<Answer>>> {
    let status: number
    let text: string
    try {
      const answer = await fetch(`${settings.apiUrl}${path}`, {
        method: post ? 'POST' : 'GET',
        headers: {
          authorization: `Basic ${credentials}`,
          accept: 'application/json',
          ...(post && { 'content-type': 'application/json' }),
          ...post?.headers,
        },
        ...(post && { body: JSON.stringify(post.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      status = answer.status
      text = await answer.text()
    } catch (error) {
      return { ok: false, problem: 'unreachable', detail: transportDetail(error) }
    }
    const json = parsedJson(text)
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(json)
      if (parsed.success) return { ok: true, fact: parsed.data }
      return { ok: false, problem: 'unreachable', detail: `unreadable answer to HTTP ${status}` }
    }
    // 409 and 429 ask for patience: another request is in flight, or there are too many.
    const declines = status >= 400 && status < 500 && status !== 409 && status !== 429
    const { data } = ErrorAnswer.safeParse(json)
    const reason = data?.error.reason ?? data?.error.code ?? 'no reason'
    // Some addresses answer wrong keys with 400 and these words alone.
    const areKeysWrong =
      status === 401 || status === 403 || data?.error.description === 'Authentication failed'
    const problem = areKeysWrong ? 'unauthorised' : declines ? 'refused' : 'unreachable'
    return { ok: false, problem, detail: `HTTP ${status}: ${reason}` }
  }

  /** Every page of a list. A period that has ended gains nothing, so that no page is shifted by newcomers. */
  async function listed<Item extends z.ZodMiniType>(
    path: string,
    item: Item,
    { from, to }: Period,
  ): Promise<Result<z.output<Item>[]>> {
    const items: z.output<Item>[] = []
    for (;;) {
      const query = new URLSearchParams({
        from: String(unixSeconds(from)),
        to: String(unixSeconds(to)),
        count: String(LIST_PAGE),
        skip: String(items.length),
      })
      const page = await request(`${path}?${query}`, Collection(item))
      if (!page.ok) return page
      items.push(...page.fact.items)
      if (page.fact.items.length < LIST_PAGE) return { ok: true, fact: items }
    }
  }

  return {
    isTestMode: isTestKey(settings.keyId),

    async createOrder({ receipt, amount, currency }) {
      const body = {
        amount,
        currency,
        receipt,
        payment: {
          // Asked for in every order, so that nothing depends on a setting of the dashboard.
          capture: 'automatic',
          capture_options: {
            automatic_expiry_period: CAPTURE_WINDOW_MINUTES,
            manual_expiry_period: CAPTURE_WINDOW_MINUTES,
            refund_speed: 'normal',
          },
        },
      }
      return mapResult(await request('/orders', OrderAnswer, { body }), orderOf)
    },

    async findOrderByReceipt(receipt) {
      const told = await request(
        `/orders?receipt=${encodeURIComponent(receipt)}&count=100`,
        Collection(OrderAnswer),
      )
      // Newest first; the oldest is the one that every look finds again.
      return mapResult(told, ({ items }) => {
        const found = items.findLast((item) => item.receipt === receipt)
        return found ? orderOf(found) : null
      })
    },

    async fetchOrder(gatewayOrderId) {
      return mapResult(await request(`/orders/${encodeURIComponent(gatewayOrderId)}`, OrderAnswer), orderOf)
    },

    async paymentsOf(gatewayOrderId) {
      const told = await request(
        `/orders/${encodeURIComponent(gatewayOrderId)}/payments`,
        Collection(PaymentAnswer),
      )
      return mapResult(told, ({ items }) => items.map(paymentOf))
    },

    async fetchPayment(paymentId) {
      return mapResult(await request(`/payments/${encodeURIComponent(paymentId)}`, PaymentAnswer), paymentOf)
    },

    async capture({ paymentId, amount, currency }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/capture`
      return mapResult(await request(path, PaymentAnswer, { body: { amount, currency } }), paymentOf)
    },

    async refund({ paymentId, amount, idempotencyKey }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`
      const headers = { 'x-refund-idempotency': idempotencyKey }
      const told = await request(path, RefundAnswer, { body: { amount, speed: 'normal' }, headers })
      return mapResult(told, ({ id, status }): GatewayRefund => ({ id, state: status }))
    },

    async refundsOf(paymentId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=${LIST_PAGE}`
      return mapResult(await request(path, Collection(ListedRefundAnswer)), ({ items }) =>
        items.map(refundOf),
      )
    },

    ordersIn: async (period) =>
      mapResult(await listed('/orders', OrderAnswer, period), (items) => items.map(orderOf)),
    paymentsIn: async (period) =>
      mapResult(await listed('/payments', PaymentAnswer, period), (items) => items.map(paymentOf)),
    refundsIn: async (period) =>
      mapResult(await listed('/refunds', ListedRefundAnswer, period), (items) => items.map(refundOf)),

    verifyPaymentSignature: ({ gatewayOrderId, paymentId, signature }) =>
      isSignature(signature, settings.keySecret, `${gatewayOrderId}|${paymentId}`),

    verifyWebhookSignature: (body, signature) => isSignature(signature, settings.webhookSecret, body),
  }
}

function mapResult<From, To>(told: Result<From>, map: (fact: From) => To): Result<To> {
  return told.ok ? { ok: true, fact: map(told.fact) } : told
}

function orderOf({ id, amount, currency, receipt }: z.output<typeof OrderAnswer>): GatewayOrder {
  return { id, amount, currency, receipt: receipt ?? null }
}

function refundOf(answer: z.output<typeof ListedRefundAnswer>): ListedRefund {
  const { id, status, payment_id, amount, created_at } = answer
  return { id, state: status, paymentId: payment_id, amount, createdAt: new Date(created_at * 1000) }
}

function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

function paymentOf(answer: z.output<typeof PaymentAnswer>): GatewayPayment {
  return {
    id: answer.id,
    gatewayOrderId: answer.order_id ?? null,
    amount: answer.amount,
    currency: answer.currency,
    state: answer.status,
    refunded: answer.amount_refunded ?? paise(0),
    wasCaptured: answer.captured ?? answer.status === 'captured',
    failureReason: answer.status === 'failed' ? answer.error_reason || answer.error_code || 'unknown' : null,
  }
}

/** Compares in constant time, so that a forger learns nothing from how long it takes. */
function isSignature(signature: string, secret: string, message: string | Uint8Array): boolean {
  if (!/^[\da-f]{64}$/.test(signature)) return false
  const right = createHmac('sha256', secret).update(message).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), right)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code of the network's trouble; fetch hides it in the cause. */
function transportDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
