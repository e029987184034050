import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the browser must know of the shop's settings; nothing of it is secret. */
export const PublicConfig = z.object({
  /** Providers that a local stand-in plays; empty in a real shop. */
  sandboxed: z.array(z.enum(['razorpay', 'shiprocket', 'google', 'mail'])),
  /** Where test mails can be read; null where mail is real. */
  mailboxUrl: z.nullable(z.string()),
  /** Razorpay's checkout script. */
  checkoutScriptUrl: z.string(),
  /** Public key of the gateway account, for its dialog. */
  paymentKey: z.string(),
  /** The gateway is real, its keys are for tests: orders can be placed, and nobody pays for them. */
  hasTestPayments: z.boolean(),
  googleSignIn: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const readConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Settings that the browser needs.',
  signedIn: false,
  request: null,
  response: PublicConfig,
})
