import { afterEach, expect, test, vi } from 'vitest'
import { rupees } from '#domain/money.ts'
import { loadDialog, type DialogRequest } from './razorpay-dialog.ts'

const request: DialogRequest = {
  key: 'rzp_test_1',
  gatewayOrderId: 'order_1',
  amount: rupees(7250),
  currency: 'INR',
  customer: { name: 'Asha Rao', email: 'asha@example.in', phone: '9811012345' },
}

interface Options {
  readonly [name: string]: unknown
  readonly handler: (proof: unknown) => void
  readonly modal: { readonly ondismiss: () => void }
}

/** Replaces the dialog; `act` acts as the shopper. */
function withDialog(act: (options: Options, fail: (description: string) => void) => void) {
  const opened: Options[] = []
  class Razorpay {
    readonly options: Options
    fail: ((failure: unknown) => void) | undefined
    constructor(options: Options) {
      this.options = options
    }
    on(_: string, listener: (failure: unknown) => void) {
      this.fail = listener
    }
    open() {
      opened.push(this.options)
      act(this.options, (description) => this.fail?.({ error: { description } }))
    }
  }
  vi.stubGlobal('window', { Razorpay })
  return opened
}

async function resultOf(act: Parameters<typeof withDialog>[0]) {
  const opened = withDialog(act)
  const open = await loadDialog('https://gateway.example/checkout.js')
  return { result: await open?.(request), opened }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

// Shows 7.dialog
test('passes order, amount, currency, shop name and description to the dialog', async () => {
  const { opened } = await resultOf(({ modal }) => modal.ondismiss())
  expect(opened).toEqual([
    expect.objectContaining({
      order_id: 'order_1',
      amount: rupees(7250),
      currency: 'INR',
      name: 'Swarnika Jewellers',
      description: 'Jewelry Purchase',
    }),
  ])
})

// Shows 7.dialog.proof
test('the dialog returns the handler’s argument as the proof', async () => {
  const proof = { razorpay_payment_id: 'p', razorpay_order_id: 'o', razorpay_signature: 's' }
  expect((await resultOf(({ handler }) => handler(proof))).result).toEqual({ kind: 'proof', proof })
})

// Shows 8.dismissed
test('reports a dismissal, with the bank’s reason after a decline', async () => {
  expect((await resultOf(({ modal }) => modal.ondismiss())).result).toEqual({
    kind: 'dismissed',
    failure: null,
  })
  const { result } = await resultOf(({ modal }, fail) => {
    fail('Your card was declined')
    modal.ondismiss()
  })
  expect(result).toEqual({ kind: 'dismissed', failure: 'Your card was declined' })
})
