/**
 * Adapter for Razorpay's Orders, Payments and Refunds API. Responses are parsed leniently: Razorpay adds fields, and its
 * samples deviate from its documentation.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { paise } from '#domain/money.ts'
import { SECOND_MS } from '#domain/time.ts'
import { isTestKey, type RazorpaySettings } from '#server/env.ts'
import {
  PAYMENT_STATES,
  REFUND_STATES,
  type GatewayErrorKind,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type GatewayResult,
  type ListedRefund,
  type PaymentGateway,
  type Period,
} from './gateway.ts'

/** A shopper waits for most of these calls. */
const TIMEOUT_MS = 10 * SECOND_MS
/** Razorpay's maximum. */
const PAGE_SIZE = 100
/** How long an authorized payment may wait for its capture; Razorpay's maximum. */
const CAPTURE_WINDOW_MINUTES = 7200

const Amount = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((amount: number | string) => paise(Number(amount))),
)

/** Reads a state that Razorpay may add one day as `fallback`, from which nothing follows. */
const enumWithFallback = <Option extends string>(options: readonly Option[], fallback: Option) =>
  z.pipe(
    z.string(),
    z.transform((value: string) => options.find((option) => option === value) ?? fallback),
  )

const OrderResponse = z.object({
  id: z.string(),
  amount: Amount,
  currency: z.string(),
  receipt: z.nullish(z.string()),
})
const PaymentResponse = z.object({
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
const RefundResponse = z.object({
  id: z.string(),
  status: enumWithFallback(REFUND_STATES, 'pending'),
})
const ListedRefundResponse = z.extend(RefundResponse, {
  payment_id: z.string(),
  amount: Amount,
  created_at: z.int(),
})
const Collection = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) })
const ErrorResponse = z.object({
  error: z.object({
    code: z.nullish(z.string()),
    reason: z.nullish(z.string()),
    description: z.nullish(z.string()),
  }),
})

export function createRazorpay(settings: RazorpaySettings): PaymentGateway {
  const credentials = Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')

  async function request<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    post?: { readonly body: object; readonly headers?: Record<string, string> },
  ): Promise<GatewayResult<z.output<Schema>>> {
    let status: number
    let text: string
    try {
      const response = await fetch(`${settings.apiUrl}${path}`, {
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
      status = response.status
      text = await response.text()
    } catch (error) {
      return failure('unreachable', transportErrorCode(error))
    }
    const json = parseJson(text)
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(json)
      return parsed.success
        ? { ok: true, value: parsed.data }
        : failure('unreachable', `unreadable response with HTTP ${status}`)
    }
    // 409 and 429 are temporary: another request is in flight, or there are too many.
    const isRefused = status >= 400 && status < 500 && status !== 409 && status !== 429
    const { data } = ErrorResponse.safeParse(json)
    const reason = data?.error.reason ?? data?.error.code ?? 'no reason'
    // Some endpoints respond to wrong keys with 400 and this description alone.
    const areKeysWrong =
      status === 401 || status === 403 || data?.error.description === 'Authentication failed'
    const kind = areKeysWrong ? 'unauthorized' : isRefused ? 'refused' : 'unreachable'
    return failure(kind, `HTTP ${status}: ${reason}`)
  }

  /** Reads every page. The period must have ended: new items would shift the pages. */
  async function listAll<Item extends z.ZodMiniType>(
    path: string,
    item: Item,
    { from, to }: Period,
  ): Promise<GatewayResult<z.output<Item>[]>> {
    const items: z.output<Item>[] = []
    for (;;) {
      const query = new URLSearchParams({
        from: String(unixSeconds(from)),
        to: String(unixSeconds(to)),
        count: String(PAGE_SIZE),
        skip: String(items.length),
      })
      const page = await request(`${path}?${query}`, Collection(item))
      if (!page.ok) return page
      items.push(...page.value.items)
      if (page.value.items.length < PAGE_SIZE) return { ok: true, value: items }
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
          // Overrides the settings of the dashboard.
          capture: 'automatic',
          capture_options: {
            automatic_expiry_period: CAPTURE_WINDOW_MINUTES,
            manual_expiry_period: CAPTURE_WINDOW_MINUTES,
            refund_speed: 'normal',
          },
        },
      }
      return mapResult(await request('/orders', OrderResponse, { body }), orderOf)
    },

    async findOrderByReceipt(receipt) {
      const response = await request(
        `/orders?receipt=${encodeURIComponent(receipt)}&count=${PAGE_SIZE}`,
        Collection(OrderResponse),
      )
      // Newest first; only the oldest stays the same whenever this is called.
      return mapResult(response, ({ items }) => {
        const found = items.findLast((item) => item.receipt === receipt)
        return found ? orderOf(found) : null
      })
    },

    async fetchOrder(gatewayOrderId) {
      return mapResult(await request(`/orders/${encodeURIComponent(gatewayOrderId)}`, OrderResponse), orderOf)
    },

    async fetchOrderPayments(gatewayOrderId) {
      const response = await request(
        `/orders/${encodeURIComponent(gatewayOrderId)}/payments`,
        Collection(PaymentResponse),
      )
      return mapResult(response, ({ items }) => items.map(paymentOf))
    },

    async fetchPayment(paymentId) {
      return mapResult(
        await request(`/payments/${encodeURIComponent(paymentId)}`, PaymentResponse),
        paymentOf,
      )
    },

    async capture({ paymentId, amount, currency }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/capture`
      return mapResult(await request(path, PaymentResponse, { body: { amount, currency } }), paymentOf)
    },

    async refund({ paymentId, amount, idempotencyKey }) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`
      const headers = { 'x-refund-idempotency': idempotencyKey }
      const response = await request(path, RefundResponse, { body: { amount, speed: 'normal' }, headers })
      return mapResult(response, ({ id, status }): GatewayRefund => ({ id, state: status }))
    },

    async fetchPaymentRefunds(paymentId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=${PAGE_SIZE}`
      return mapResult(await request(path, Collection(ListedRefundResponse)), ({ items }) =>
        items.map(refundOf),
      )
    },

    listOrders: async (period) =>
      mapResult(await listAll('/orders', OrderResponse, period), (items) => items.map(orderOf)),
    listPayments: async (period) =>
      mapResult(await listAll('/payments', PaymentResponse, period), (items) => items.map(paymentOf)),
    listRefunds: async (period) =>
      mapResult(await listAll('/refunds', ListedRefundResponse, period), (items) => items.map(refundOf)),

    verifyPaymentSignature: ({ gatewayOrderId, paymentId, signature }) =>
      isSignature(signature, settings.keySecret, `${gatewayOrderId}|${paymentId}`),

    verifyWebhookSignature: (body, signature) => isSignature(signature, settings.webhookSecret, body),
  }
}

function failure(kind: GatewayErrorKind, detail: string): GatewayResult<never> {
  return { ok: false, error: { kind, detail } }
}

function mapResult<From, To>(result: GatewayResult<From>, map: (value: From) => To): GatewayResult<To> {
  return result.ok ? { ok: true, value: map(result.value) } : result
}

function orderOf({ id, amount, currency, receipt }: z.output<typeof OrderResponse>): GatewayOrder {
  return { id, amount, currency, receipt: receipt ?? null }
}

function refundOf(response: z.output<typeof ListedRefundResponse>): ListedRefund {
  const { id, status, payment_id, amount, created_at } = response
  return { id, state: status, paymentId: payment_id, amount, createdAt: new Date(created_at * SECOND_MS) }
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / SECOND_MS)
}

function paymentOf(response: z.output<typeof PaymentResponse>): GatewayPayment {
  return {
    id: response.id,
    gatewayOrderId: response.order_id ?? null,
    amount: response.amount,
    currency: response.currency,
    state: response.status,
    refunded: response.amount_refunded ?? paise(0),
    wasCaptured: response.captured ?? response.status === 'captured',
    failureReason:
      response.status === 'failed' ? response.error_reason || response.error_code || 'unknown' : null,
  }
}

/** Compares in constant time, against timing attacks. */
function isSignature(signature: string, secret: string, message: string | Uint8Array): boolean {
  if (!/^[\da-f]{64}$/.test(signature)) return false
  const expected = createHmac('sha256', secret).update(message).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `fetch` hides the code of a network error in the cause. */
function transportErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'no response'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
