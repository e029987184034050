/** Calls to the sandbox's Razorpay for its tests, over HTTP as the shop makes them. */
import { afterAll, beforeAll } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#sandbox/testing.ts'
import type { OrderEntity, PaymentEntity, RazorpayError } from './entities.ts'
import type { PaymentProof } from './payments.ts'

export interface ApiResponse<Body> {
  status: number
  body: Body
}

export interface ErrorBody {
  error: RazorpayError
}

export function createGatewayClient({ razorpay, url }: Sandbox) {
  const authorization = `Basic ${btoa(`${razorpay.keyId}:${razorpay.keySecret}`)}`

  async function call<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${razorpay.apiUrl}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    // The caller declares the expected shape and asserts it.
    return { status: response.status, body: (await response.json()) as Body }
  }

  async function control<Body>(path: string, body: unknown): Promise<Body> {
    const response = await fetch(`${url}/razorpay/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // As above.
    return (await response.json()) as Body
  }

  return {
    call,
    control,
    async createOrder(fields: Record<string, unknown> = {}): Promise<OrderEntity> {
      const order = { amount: 1_842_500, currency: 'INR', receipt: 'ord_7f3k2_1', ...fields }
      return (await call<OrderEntity>('POST', '/orders', order)).body
    },
    async order(id: string): Promise<OrderEntity> {
      return (await call<OrderEntity>('GET', `/orders/${id}`)).body
    },
    async payments(orderId: string): Promise<PaymentEntity[]> {
      return (await call<{ items: PaymentEntity[] }>('GET', `/orders/${orderId}/payments`)).body.items
    },
    pay: (orderId: string, outcome: 'success' | 'failure' | 'late' | 'dismissed' = 'success') =>
      control<PaymentProof & ErrorBody>('pay', { order_id: orderId, outcome }),
    advance: (orderId?: string) =>
      control<{ late_authorizations: number; webhooks: number }>('advance', { order_id: orderId }),
  }
}

export type GatewayClient = ReturnType<typeof createGatewayClient>

/** A sandbox of Razorpay for a test file, and a shop that receives its webhooks. */
export function useGateway() {
  const receiver = {} as WebhookReceiver
  const sandbox = {} as Sandbox
  const gateway = {} as GatewayClient
  beforeAll(async () => {
    Object.assign(receiver, await startWebhookReceiver())
    Object.assign(sandbox, await startSandbox({ port: 0, shopUrl: receiver.url, providers: ['razorpay'] }))
    Object.assign(gateway, createGatewayClient(sandbox))
  })
  afterAll(async () => {
    await sandbox.close()
    await receiver.close()
  })
  return { receiver, sandbox, gateway }
}
