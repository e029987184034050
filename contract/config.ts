import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Settings for the browser; none is secret. */
export const PublicConfig = z.object({
  /** Providers that the sandbox replaces; empty in production. */
  sandboxed: z.array(z.enum(['razorpay', 'shiprocket', 'google', 'mail'])),
  /** The sandbox's mailbox; null if e-mails are really sent. */
  mailboxUrl: z.nullable(z.string()),
  checkoutScriptUrl: z.string(),
  /** Public key of the gateway account, for its dialog. */
  paymentKey: z.string(),
  /** The real gateway with test keys: orders can be placed without payment. */
  hasTestPayments: z.boolean(),
  googleSignIn: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const readConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  signedIn: false,
  response: PublicConfig,
})
