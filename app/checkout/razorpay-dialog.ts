/** The only file that knows Razorpay's checkout script and its global `Razorpay` (RZP-7). */
import { QUOTE_VALID_MS } from '#domain/cart.ts'
import type { ShippingAddress } from '#domain/shipping.ts'
import { SECOND_MS } from '#domain/time.ts'
import { SHOP } from '#domain/shop.ts'
import type { Paise } from '#domain/money.ts'
import { START_ERROR_TEXT } from './texts.ts'

export interface DialogRequest {
  readonly key: string
  readonly gatewayOrderId: string
  readonly amount: Paise
  readonly currency: string
  readonly customer: Pick<ShippingAddress, 'name' | 'email' | 'phone'>
}

export type DialogResult =
  /** Not validated. */
  | { readonly kind: 'proof'; readonly proof: unknown }
  /** `failure` is the bank's reason if an attempt was declined before. */
  | { readonly kind: 'dismissed'; readonly failure: string | null }

export type OpenDialog = (request: DialogRequest) => Promise<DialogResult>

interface RazorpayOptions {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  retry: { enabled: boolean }
  /** Seconds until the dialog closes. */
  timeout: number
  modal: { ondismiss: () => void; confirm_close: boolean }
  handler: (proof: unknown) => void
}

interface RazorpayInstance {
  on(event: 'payment.failed', listener: (failure: { error?: { description?: string } }) => void): void
  open(): void
}

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayInstance
  }
}

let loading: Promise<boolean> | null = null

/** Loads the script once. Returns null on failure; the next call retries. */
export async function loadDialog(scriptUrl: string): Promise<OpenDialog | null> {
  if (!window.Razorpay) {
    loading ??= addScript(scriptUrl).finally(() => {
      loading = null
    })
    await loading
  }
  return window.Razorpay ? openDialog : null
}

function addScript(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => {
      script.remove()
      resolve(false)
    })
    document.head.append(script)
  })
}

/** Aubergine, the shop's action colour. */
const THEME_COLOUR = '#4b1535'

function openDialog({ gatewayOrderId, customer, ...request }: DialogRequest): Promise<DialogResult> {
  return new Promise((resolve) => {
    let failure: string | null = null
    const dismiss = () => resolve({ kind: 'dismissed', failure })
    try {
      if (!window.Razorpay) throw new Error('The payment script is not loaded')
      const dialog = new window.Razorpay({
        ...request,
        order_id: gatewayOrderId,
        name: SHOP.name,
        description: 'Jewelry Purchase',
        prefill: { name: customer.name, email: customer.email, contact: customer.phone },
        theme: { color: THEME_COLOUR },
        retry: { enabled: true },
        // The quote expires; the next attempt requests a new one.
        timeout: QUOTE_VALID_MS / SECOND_MS,
        modal: { ondismiss: dismiss, confirm_close: true },
        handler: (proof) => resolve({ kind: 'proof', proof }),
      })
      // The dialog stays open after a decline, for another card.
      dialog.on('payment.failed', ({ error }) => {
        failure = error?.description ?? null
      })
      dialog.open()
    } catch {
      // The script rejected the order or could not open its dialog, so nothing can have been paid.
      failure = START_ERROR_TEXT['no script']
      dismiss()
    }
  })
}
