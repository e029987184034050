/**
 * Local stand-ins for Razorpay, Shiprocket, Google and a mail server, which speak those providers' own wire
 * protocols, so that the shop's adapters run here exactly as in production. No money moves and no mail leaves.
 */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { GOOGLE_CREDENTIALS, RAZORPAY_CREDENTIALS, SHIPROCKET_CREDENTIALS } from './credentials.ts'
import { faultPages } from './fault-pages.ts'
import { openFaults, type Faults } from './faults.ts'
import { googleProvider } from './google/provider.ts'
import type { Env } from './http.ts'
import { mailbox } from './email/mailbox.ts'
import { startSmtpServer, type SmtpServer } from './email/smtp-server.ts'
import { shopOrigins } from './origins.ts'
import { contentPolicy, page } from './page.ts'
import { razorpayApi } from './razorpay/api.ts'
import { razorpayCheckout, razorpayControls } from './razorpay/checkout.ts'
import { openGateway } from './razorpay/gateway.ts'
import { openWebhooks } from './razorpay/webhooks.ts'
import { shiprocketApi } from './shiprocket/api.ts'
import { openStore } from './store.ts'

export const PROVIDERS = ['razorpay', 'shiprocket', 'google', 'mail'] as const
export type Provider = (typeof PROVIDERS)[number]

export interface SandboxOptions {
  /** 0: any free one. */
  port: number
  /** The address to bind; default 127.0.0.1. */
  host?: string
  /** How a browser reaches the sandbox; default http://localhost:<port>. */
  publicUrl?: string
  /** Where it remembers; default ':memory:', which forgets at the end. */
  storeFile?: string
  /** For example http://localhost:3000: its webhooks, its frames and its sign-ins are served, no other's. */
  shopUrl: string
  /** 0, the default: any free one. */
  smtpPort?: number
  /** Only these are served; default all. */
  providers?: readonly Provider[]
}

/** Addresses of providers that are not served are given all the same, but answer nothing. */
export interface Sandbox {
  /** For a browser. */
  url: string
  razorpay: { apiUrl: string; scriptUrl: string; keyId: string; keySecret: string; webhookSecret: string }
  shiprocket: { apiUrl: string; email: string; password: string }
  google: { issuer: string; discoveryUrl: string; clientId: string; clientSecret: string }
  mail: { host: string; port: number; mailboxUrl: string }
  /** The same as `/faults`, within the process. */
  faults: Faults
  close(): Promise<void>
}

/** Throws in production, and when a port is taken or the store can't be opened. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The sandbox does not start in production (NODE_ENV=production): it would take orders that nobody pays for. ' +
        'Configure the real providers instead.',
    )
  }
  const host = options.host ?? '127.0.0.1'
  const providers = options.providers ?? PROVIDERS
  const origins = shopOrigins(options.shopUrl)
  const store = openStore(options.storeFile ?? ':memory:')
  const faults = openFaults(store)
  const webhooks = openWebhooks({
    url: `${options.shopUrl.replace(/\/$/, '')}${EXTERNAL_PATHS.razorpayWebhook}`,
    store,
    faults,
  })
  const ledger = openGateway({ store, faults, webhooks })

  const app = new Hono<Env>()
  const server = createAdaptorServer({ fetch: app.fetch })
  let sink: SmtpServer | null = null

  async function close() {
    await sink?.close()
    ledger.stop()
    await webhooks.stop()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
    store.close()
  }

  // Listening comes first, since the addresses below depend on the port; all routes are set before the first request.
  try {
    if (providers.includes('mail')) {
      sink = await startSmtpServer({ host, port: options.smtpPort ?? 0, store, faults })
    }
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port, host, () => resolve())
    })
  } catch (trouble) {
    await close()
    throw trouble
  }
  // A server that listens on a TCP port has an address with one.
  const { port } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const apiUrl = `http://${reachable}:${port}`
  const url = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/$/, '')

  app.use(async (c, next) => {
    // A page elsewhere on the web has no business changing anything here.
    if (c.req.method !== 'GET' && c.req.header('sec-fetch-site') === 'cross-site') {
      return c.json({ error: 'Cross-site requests are refused.' }, 403)
    }
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    await next()
  })
  app.get('/', (c) => {
    c.header('content-security-policy', contentPolicy())
    return c.html(page({ title: 'The outside world, made up', root: './', body: welcome(providers) }))
  })
  app.get('/sandbox.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.route('/', faultPages(faults))
  if (providers.includes('razorpay')) {
    app.route('/razorpay/v1', razorpayCheckout({ ledger, webhooks, shopOrigins: origins }))
    app.route('/razorpay/v1', razorpayApi({ ledger, faults }))
    app.route('/razorpay/sandbox', razorpayControls({ ledger, webhooks }))
    webhooks.start()
    ledger.start()
  }
  if (providers.includes('shiprocket')) {
    app.route('/shiprocket/v1/external', shiprocketApi({ faults }))
  }
  if (providers.includes('google')) {
    app.route(
      '/google',
      googleProvider({ store, apiUrl: `${apiUrl}/google`, publicUrl: `${url}/google`, shopOrigins: origins }),
    )
  }

  if (providers.includes('mail')) app.route('/', mailbox(store))

  const { keyId, keySecret, webhookSecret } = RAZORPAY_CREDENTIALS
  return {
    url,
    razorpay: {
      apiUrl: `${apiUrl}/razorpay/v1`,
      scriptUrl: `${url}/razorpay/v1/checkout.js`,
      keyId,
      keySecret,
      webhookSecret,
    },
    shiprocket: { apiUrl: `${apiUrl}/shiprocket/v1/external`, ...SHIPROCKET_CREDENTIALS },
    google: {
      issuer: `${url}/google`,
      discoveryUrl: `${apiUrl}/google/.well-known/openid-configuration`,
      ...GOOGLE_CREDENTIALS,
    },
    mail: { host: reachable, port: sink?.port ?? 0, mailboxUrl: `${url}/mailbox` },
    faults,
    close,
  }
}

const styles = readFileSync(join(import.meta.dirname, 'sandbox.css'), 'utf8')

const WELCOME: Record<Provider, ReturnType<typeof html>> = {
  razorpay: html`<strong>Razorpay</strong> Orders, payments, refunds, the payment dialog and webhooks.
    <a href="razorpay/sandbox/books">The books (JSON)</a>`,
  shiprocket: html`<strong>Shiprocket</strong> Which couriers go where, and for how much.`,
  google: html`<strong>Google</strong> Sign-in with people who are made up.`,
  mail: html`<strong>Mail</strong> Everything the shop sends ends in the <a href="mailbox">mailbox</a>.`,
}

function welcome(providers: readonly Provider[]) {
  return html`<p>
      The shop beside this sandbox speaks to stand-ins instead of its real providers: what it sends is the
      same, but no money moves, no parcel is booked and no mail leaves this machine.
    </p>
    <ul class="plain">
      ${providers.map((provider) => html`<li class="card">${WELCOME[provider]}</li>`)}
      <li class="card">
        <strong>Faults</strong> The stand-ins can misbehave as the real ones do:
        <a href="faults">set faults</a>.
      </li>
    </ul>`
}
