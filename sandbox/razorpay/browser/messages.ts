/** What the checkout script on the shop's page and the dialog in its frame send each other. */
import type { RazorpayError } from '../entities.ts'
import type { PaymentProof } from '../payments.ts'

export interface DialogOptions {
  readonly type: 'options'
  readonly name: string
  readonly description: string
  readonly prefill: Readonly<Partial<Record<'name' | 'email' | 'contact' | 'method', string>>>
  readonly notes: Readonly<Record<string, string>>
  readonly escape: boolean
  readonly backdropclose: boolean
  readonly retry: boolean
}

export type DialogMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'paid'; readonly proof: PaymentProof }
  | { readonly type: 'failed'; readonly error: RazorpayError }
  | { readonly type: 'dismissed' }

/** What the sandbox reads of Razorpay’s options. */
export interface CheckoutOptions extends Partial<
  Pick<DialogOptions, 'name' | 'description' | 'prefill' | 'notes'>
> {
  readonly key: string
  readonly order_id?: string
  /** Seconds until the dialog closes. */
  readonly timeout?: number
  readonly retry?: { readonly enabled?: boolean }
  readonly modal?: {
    readonly escape?: boolean
    readonly backdropclose?: boolean
    readonly ondismiss?: (reason?: string) => void
  }
  readonly handler?: (proof: PaymentProof) => void
}

export type FailureListener = (failure: { readonly error: RazorpayError }) => void
