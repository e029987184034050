/** Local stand-ins for Razorpay, Shiprocket, Google and a mail server, which speak those providers' protocols (D25). */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
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
import { contentPolicy, page, readStyles } from './page.ts'
import { razorpayApi } from './razorpay/api.ts'
import { razorpayCheckout } from './razorpay/checkout.ts'
import { razorpayControls } from './razorpay/controls.ts'
import { openGateway, type Gateway } from './razorpay/gateway.ts'
import { openWebhooks, type Webhooks } from './razorpay/webhooks.ts'
import { shiprocketApi } from './shiprocket/api.ts'
import { parcelPages } from './shiprocket/parcel-api.ts'
import { openParcels, type Parcels } from './shiprocket/parcels.ts'
import { openStore, type Store } from './store.ts'

export const PROVIDERS = ['razorpay', 'shiprocket', 'google', 'mail'] as const
export type Provider = (typeof PROVIDERS)[number]

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number
  /** The address to bind; default 127.0.0.1. */
  host?: string
  /** How a browser reaches the sandbox; default http://localhost:<port>. */
  publicUrl?: string
  /** The file of the database; default ':memory:'. */
  storeFile?: string
  /** For example http://localhost:3000: receives the webhooks, may frame the dialog and sign users in. */
  shopUrl: string
  /** 0, the default, takes any free port. */
  smtpPort?: number
  /** Default: all. */
  providers?: readonly Provider[]
}

/** The addresses of providers that are not served are present too; nothing responds there. */
export interface Sandbox {
  /** For a browser. */
  url: string
  razorpay: { apiUrl: string; scriptUrl: string; keyId: string; keySecret: string; webhookSecret: string }
  shiprocket: {
    apiUrl: string
    trackingPage: string
    email: string
    password: string
    pickupLocation: string
    webhookToken: string
  }
  google: { issuer: string; discoveryUrl: string; clientId: string; clientSecret: string }
  mail: { host: string; port: number; mailboxUrl: string }
  faults: Faults
  close(): Promise<void>
}

/** Throws in production, and when a port is taken or the store cannot be opened. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The sandbox does not start in production (NODE_ENV=production): it would take orders that nobody pays for. ' +
        'Configure the real providers instead.',
    )
  }
  const { host = '127.0.0.1', providers = PROVIDERS, shopUrl } = options
  const store = openStore(options.storeFile ?? ':memory:')
  const faults = openFaults(store)
  const webhookUrl = `${shopUrl.replace(/\/$/, '')}${EXTERNAL_PATHS.razorpayWebhook}`
  const webhooks = openWebhooks({ url: webhookUrl, store, faults })
  const gateway = openGateway({ store, faults, webhooks })
  const parcels = openParcels({
    store,
    faults,
    webhookUrl: `${shopUrl.replace(/\/$/, '')}${EXTERNAL_PATHS.parcelWebhook}`,
    webhookToken: SHIPROCKET_CREDENTIALS.webhookToken,
  })
  const app = new Hono<Env>()
  const server = createAdaptorServer({ fetch: app.fetch })
  let smtpServer: SmtpServer | null = null

  async function close() {
    await smtpServer?.close()
    gateway.stop()
    await webhooks.stop()
    await parcels.stop()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
    store.close()
  }

  // Listens before the routes are added, as they contain the port.
  try {
    if (providers.includes('mail')) {
      smtpServer = await startSmtpServer({ host, port: options.smtpPort ?? 0, store, faults })
    }
    await listen(server, options.port, host)
  } catch (error) {
    await close()
    throw error
  }
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  const localHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const apiUrl = `http://${localHost}:${port}`
  const url = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/$/, '')

  addRoutes(app, {
    store,
    faults,
    webhooks,
    gateway,
    parcels,
    providers,
    apiUrl,
    url,
    shopOrigins: shopOrigins(shopUrl),
  })
  if (providers.includes('razorpay')) {
    webhooks.start()
    gateway.start()
  }
  if (providers.includes('shiprocket')) parcels.start()
  const mail = { host: localHost, port: smtpServer?.port ?? 0, mailboxUrl: `${url}/mailbox` }
  return { url, ...providerAddresses(apiUrl, url), mail, faults, close }
}

function listen(server: ServerType, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

interface RouteDeps {
  store: Store
  faults: Faults
  webhooks: Webhooks
  gateway: Gateway
  parcels: Parcels
  providers: readonly Provider[]
  apiUrl: string
  url: string
  shopOrigins: readonly string[]
}

function addRoutes(app: Hono<Env>, deps: RouteDeps) {
  const { store, faults, webhooks, gateway, parcels, providers, apiUrl, url, shopOrigins } = deps
  app.use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.header('sec-fetch-site') === 'cross-site') {
      return c.json({ error: 'Cross-site requests are rejected.' }, 403)
    }
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    await next()
  })
  app.get('/', (c) => {
    c.header('content-security-policy', contentPolicy())
    return c.html(page({ title: 'Sandbox', root: './', body: startPage(providers) }))
  })
  app.get('/sandbox.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.route('/', faultPages(faults))
  if (providers.includes('razorpay')) {
    app.route('/razorpay/v1', razorpayCheckout({ gateway, webhooks, shopOrigins }))
    app.route('/razorpay/v1', razorpayApi({ gateway, faults }))
    app.route('/razorpay/sandbox', razorpayControls({ gateway, webhooks }))
  }
  if (providers.includes('shiprocket')) {
    app.route('/shiprocket/v1/external', shiprocketApi({ faults, parcels }))
    app.route('/shiprocket', parcelPages(parcels))
  }
  if (providers.includes('google')) {
    const [google, publicUrl] = [`${apiUrl}/google`, `${url}/google`]
    app.route('/google', googleProvider({ store, apiUrl: google, publicUrl, shopOrigins }))
  }
  if (providers.includes('mail')) app.route('/', mailbox(store))
}

function providerAddresses(apiUrl: string, url: string): Pick<Sandbox, 'razorpay' | 'shiprocket' | 'google'> {
  const { keyId, keySecret, webhookSecret } = RAZORPAY_CREDENTIALS
  return {
    razorpay: {
      apiUrl: `${apiUrl}/razorpay/v1`,
      scriptUrl: `${url}/razorpay/v1/checkout.js`,
      keyId,
      keySecret,
      webhookSecret,
    },
    shiprocket: {
      apiUrl: `${apiUrl}/shiprocket/v1/external`,
      trackingPage: `${url}/shiprocket/tracking`,
      ...SHIPROCKET_CREDENTIALS,
    },
    google: {
      issuer: `${url}/google`,
      discoveryUrl: `${apiUrl}/google/.well-known/openid-configuration`,
      ...GOOGLE_CREDENTIALS,
    },
  }
}

const styles = readStyles('sandbox.css')

const WELCOME: Record<Provider, ReturnType<typeof html>> = {
  razorpay: html`<strong>Razorpay</strong> Orders, payments, refunds, the payment dialog and webhooks.
    <a href="razorpay/sandbox/state">All records (JSON)</a>`,
  shiprocket: html`<strong>Shiprocket</strong> Couriers, their rates and delivery times, parcels and their
    tracking.`,
  google: html`<strong>Google</strong> Sign-in with made-up accounts.`,
  mail: html`<strong>E-mail</strong> Everything that the shop sends is in the <a href="mailbox">mailbox</a>.`,
}

function startPage(providers: readonly Provider[]) {
  return html`<p>
      The shop calls these stand-ins in place of its providers, by the same protocols. No money moves, no
      parcel is booked and no e-mail leaves this machine.
    </p>
    <ul class="plain">
      ${providers.map((provider) => html`<li class="card">${WELCOME[provider]}</li>`)}
      <li class="card">
        <strong>Faults</strong> The stand-ins can fail as the real providers do:
        <a href="faults">set faults</a>.
      </li>
    </ul>`
}
