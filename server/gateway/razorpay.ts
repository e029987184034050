/**
 * Adapter for Razorpay's Orders, Payments, Refunds, Disputes and Settlements API. Responses are parsed leniently:
 * Razorpay adds fields, and its samples deviate from its documentation.
 */
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { paise } from '#domain/money.ts'
import { parseJson } from '#domain/parse-json.ts'
import { SECOND_MS } from '#domain/time.ts'
import { isSameSecret } from '#server/encryption.ts'
import { isTestKey, type RazorpaySettings } from '#server/env.ts'
import { inProviderSpan } from '#server/tracing.ts'
import {
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  type GatewayDispute,
  type GatewayErrorKind,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type GatewayResult,
  type GatewaySettlementItem,
  type ListedRefund,
  type PaymentGateway,
  type Period,
} from './gateway.ts'

/** A shopper waits for most of these calls. */
const TIMEOUT_MS = 10 * SECOND_MS
// Razorpay's maximums.
const PAGE_SIZE = 100
const RECON_PAGE_SIZE = 1000
const CAPTURE_WINDOW_MINUTES = 7200

/** Overrides the settings of the dashboard. */
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: CAPTURE_WINDOW_MINUTES,
    manual_expiry_period: CAPTURE_WINDOW_MINUTES,
    refund_speed: 'normal',
  },
}

const Amount = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((amount: number | string) => paise(Number(amount))),
)

/** Parses an unknown state, which Razorpay may add later, as `fallback`, which has no effect. */
const enumWithFallback = <Option extends string>(options: readonly Option[], fallback: Option) =>
  z.pipe(
    z.string(),
    z.transform((value: string) => options.find((option) => option === value) ?? fallback),
  )

const OrderResponse = z.pipe(
  z.object({ id: z.string(), amount: Amount, currency: z.string(), receipt: z.nullish(z.string()) }),
  z.transform(({ receipt, ...order }): GatewayOrder => ({ ...order, receipt: receipt ?? null })),
)
const PaymentResponse = z.pipe(
  z.object({
    id: z.string(),
    order_id: z.nullish(z.string()),
    amount: Amount,
    currency: z.string(),
    status: enumWithFallback(PAYMENT_STATUSES, 'created'),
    amount_refunded: z.nullish(Amount),
    captured: z.nullish(z.boolean()),
    error_reason: z.nullish(z.string()),
    error_code: z.nullish(z.string()),
    created_at: z.nullish(z.int()),
  }),
  z.transform((payment): GatewayPayment => ({
    id: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    refunded: payment.amount_refunded ?? paise(0),
    wasCaptured: payment.captured ?? payment.status === 'captured',
    failureReason:
      payment.status === 'failed' ? payment.error_reason || payment.error_code || 'unknown' : null,
    createdAt: payment.created_at == null ? null : new Date(payment.created_at * SECOND_MS),
  })),
)
const RefundStatus = enumWithFallback(REFUND_STATUSES, 'pending')
const RefundResponse = z.pipe(
  z.object({ id: z.string(), status: RefundStatus }),
  z.transform(({ id, status }): GatewayRefund => ({ id, status })),
)
const ListedRefundResponse = z.pipe(
  z.object({
    id: z.string(),
    status: RefundStatus,
    payment_id: z.string(),
    amount: Amount,
    receipt: z.nullish(z.string()),
    created_at: z.int(),
  }),
  z.transform(({ id, status, payment_id, amount, receipt, created_at }): ListedRefund => ({
    id,
    status,
    receipt: receipt ?? null,
    paymentId: payment_id,
    amount,
    createdAt: new Date(created_at * SECOND_MS),
  })),
)
const DisputeResponse = z.pipe(
  z.object({
    id: z.string(),
    payment_id: z.string(),
    amount: Amount,
    // A status that the shop does not know blocks refunds until staff look.
    status: enumWithFallback(DISPUTE_STATUSES, 'open'),
    reason_code: z.nullish(z.string()),
    respond_by: z.nullish(z.int()),
    created_at: z.int(),
  }),
  z.transform(({ id, payment_id, amount, status, reason_code, respond_by, created_at }): GatewayDispute => ({
    id,
    paymentId: payment_id,
    amount,
    status,
    reason: reason_code ?? '',
    respondBy: respond_by == null ? null : new Date(respond_by * SECOND_MS),
    createdAt: new Date(created_at * SECOND_MS),
  })),
)
const SettlementItemResponse = z.pipe(
  z.object({
    settlement_id: z.string(),
    entity_id: z.string(),
    type: z.string(),
    amount: Amount,
    fee: z.nullish(Amount),
    tax: z.nullish(Amount),
    credit: z.nullish(Amount),
    debit: z.nullish(Amount),
    created_at: z.int(),
    settled_at: z.int(),
    settlement_utr: z.nullish(z.string()),
  }),
  z.transform((item): GatewaySettlementItem => ({
    settlementId: item.settlement_id,
    entityId: item.entity_id,
    type: item.type,
    amount: item.amount,
    fee: item.fee ?? paise(0),
    tax: item.tax ?? paise(0),
    credit: item.credit ?? paise(0),
    debit: item.debit ?? paise(0),
    createdAt: new Date(item.created_at * SECOND_MS),
    settledAt: new Date(item.settled_at * SECOND_MS),
    utr: item.settlement_utr ?? '',
  })),
)
const Collection = <Item extends z.ZodMiniType>(item: Item) => z.object({ items: z.array(item) })
const ErrorResponse = z.object({
  error: z.object({
    code: z.nullish(z.string()),
    reason: z.nullish(z.string()),
    description: z.nullish(z.string()),
  }),
})

interface Post {
  readonly body: object
  readonly headers?: Record<string, string>
}

interface ReceivedResponse {
  readonly status: number
  readonly text: string
}

/** HTTP Basic authentication. Rejects without a response. */
function send(
  { apiUrl, keyId, keySecret }: RazorpaySettings,
  path: string,
  post: Post | undefined,
): Promise<ReceivedResponse> {
  const method = post ? 'POST' : 'GET'
  return inProviderSpan({ provider: 'razorpay', method, path }, async () => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        accept: 'application/json',
        ...(post && { 'content-type': 'application/json' }),
        ...post?.headers,
      },
      ...(post && { body: JSON.stringify(post.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  })
}

/** See GatewayErrorKind for the meaning of a response. */
function createClient(settings: RazorpaySettings) {
  async function request<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    post?: Post,
  ): Promise<GatewayResult<z.output<Schema>>> {
    let received: ReceivedResponse
    try {
      received = await send(settings, path, post)
    } catch (error) {
      return failure('unreachable', transportErrorCode(error))
    }
    const { status, text } = received
    const json = parseJson(text)
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(json)
      return parsed.success
        ? { ok: true, value: parsed.data }
        : failure('unreachable', `unreadable response with HTTP ${status}`)
    }
    // 409 and 429 are temporary: another request is in flight, or there are too many.
    const isRejected = status >= 400 && status < 500 && status !== 409 && status !== 429
    const { data } = ErrorResponse.safeParse(json)
    const reason = data?.error.reason ?? data?.error.code ?? 'no reason'
    // Some endpoints respond to wrong keys with 400 and only this description.
    const areKeysWrong =
      status === 401 || status === 403 || data?.error.description === 'Authentication failed'
    const kind = areKeysWrong ? 'unauthorized' : isRejected ? 'rejected' : 'unreachable'
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

  return { request, listAll }
}

/** Everything settled on a day, read page by page. */
async function listRecon(
  { request }: Pick<ReturnType<typeof createClient>, 'request'>,
  day: string,
): Promise<GatewayResult<GatewaySettlementItem[]>> {
  const [year, month, ofMonth] = day.split('-').map(Number)
  const items: GatewaySettlementItem[] = []
  for (;;) {
    const query = new URLSearchParams({
      year: String(year),
      month: String(month),
      day: String(ofMonth),
      count: String(RECON_PAGE_SIZE),
      skip: String(items.length),
    })
    const path = `/settlements/recon/combined?${query}`
    const page = await request(path, Collection(SettlementItemResponse))
    if (!page.ok) return page
    items.push(...page.value.items)
    if (page.value.items.length < RECON_PAGE_SIZE) return { ok: true, value: items }
  }
}

export function createRazorpay(settings: RazorpaySettings): PaymentGateway {
  const { request, listAll } = createClient(settings)
  const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`
  const paymentPath = (id: string) => `/payments/${encodeURIComponent(id)}`
  return {
    isTestMode: isTestKey(settings.keyId),

    createOrder: ({ receipt, amount, currency }) =>
      request('/orders', OrderResponse, { body: { amount, currency, receipt, payment: AUTOMATIC_CAPTURE } }),

    async findOrderByReceipt(receipt) {
      const path = `/orders?receipt=${encodeURIComponent(receipt)}&count=${PAGE_SIZE}`
      // Newest first; only the oldest stays the same over repeated calls.
      return mapResult(
        await request(path, Collection(OrderResponse)),
        ({ items }) => items.findLast((item) => item.receipt === receipt) ?? null,
      )
    },

    fetchOrder: (gatewayOrderId) => request(orderPath(gatewayOrderId), OrderResponse),

    fetchOrderPayments: async (gatewayOrderId) =>
      mapResult(
        await request(`${orderPath(gatewayOrderId)}/payments`, Collection(PaymentResponse)),
        ({ items }) => items,
      ),

    fetchPayment: (paymentId) => request(paymentPath(paymentId), PaymentResponse),

    capture: ({ paymentId, amount, currency }) =>
      request(`${paymentPath(paymentId)}/capture`, PaymentResponse, { body: { amount, currency } }),

    refund: ({ paymentId, amount, idempotencyKey, receipt }) =>
      request(`${paymentPath(paymentId)}/refund`, RefundResponse, {
        body: { amount, speed: 'normal', ...(receipt !== undefined && { receipt }) },
        headers: { 'x-refund-idempotency': idempotencyKey },
      }),

    fetchPaymentRefunds: async (paymentId) =>
      mapResult(
        await request(
          `${paymentPath(paymentId)}/refunds?count=${PAGE_SIZE}`,
          Collection(ListedRefundResponse),
        ),
        ({ items }) => items,
      ),

    listOrders: (period) => listAll('/orders', OrderResponse, period),
    listPayments: (period) => listAll('/payments', PaymentResponse, period),
    listRefunds: (period) => listAll('/refunds', ListedRefundResponse, period),
    listDisputes: (period) => listAll('/disputes', DisputeResponse, period),
    listSettlementItems: (day) => listRecon({ request }, day),
    fetchDispute: (id) => request(`/disputes/${encodeURIComponent(id)}`, DisputeResponse),

    verifyPaymentSignature: ({ gatewayOrderId, paymentId, signature }) =>
      isSignature(signature, settings.keySecret, `${gatewayOrderId}|${paymentId}`),

    verifyWebhookSignature: (body, signature) =>
      [settings.webhookSecret, settings.previousWebhookSecret].some(
        (secret) => secret !== undefined && isSignature(signature, secret, body),
      ),
  }
}

function failure(kind: GatewayErrorKind, detail: string): GatewayResult<never> {
  return { ok: false, error: { kind, detail } }
}

function mapResult<From, To>(result: GatewayResult<From>, map: (value: From) => To): GatewayResult<To> {
  return result.ok ? { ok: true, value: map(result.value) } : result
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / SECOND_MS)
}

function isSignature(signature: string, secret: string, message: string | Uint8Array): boolean {
  return isSameSecret(signature, createHmac('sha256', secret).update(message).digest('hex'))
}

/** `fetch` hides the code of a network error in the cause. */
function transportErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'no response'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
