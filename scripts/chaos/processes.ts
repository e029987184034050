/** The processes of a chaos run: the sandbox, which survives everything, and the server, which is killed. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { INHERITED_ENV } from '#server/testing.ts'
import { CLOCK_SETTING, type Clock } from './clock.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The line that sandbox/main.ts prints. */
const Addresses = z.object({
  url: z.string(),
  razorpay: z.object({
    apiUrl: z.string(),
    scriptUrl: z.string(),
    keyId: z.string(),
    keySecret: z.string(),
    webhookSecret: z.string(),
  }),
  shiprocket: z.object({ apiUrl: z.string(), email: z.string(), password: z.string() }),
  google: z.object({ discoveryUrl: z.string(), clientId: z.string(), clientSecret: z.string() }),
  mail: z.object({ host: z.string(), port: z.number() }),
})
export type Addresses = z.infer<typeof Addresses>

export interface SandboxProcess {
  readonly addresses: Addresses
  close(): Promise<void>
}

export async function startSandboxProcess(shopUrl: string): Promise<SandboxProcess> {
  const child = spawnNode('sandbox/main.ts', { SHOP_URL: shopUrl })
  child.stderr.pipe(process.stderr)
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), rejectOnExit(child, 'The sandbox')])
  return { addresses: Addresses.parse(JSON.parse(String(line))), close: () => endProcess(child, 'SIGTERM') }
}

/** The server's settings for the sandbox's providers. */
export function providerSettings({ razorpay, shiprocket, google, mail }: Addresses): Record<string, string> {
  return {
    RAZORPAY_KEY_ID: razorpay.keyId,
    RAZORPAY_KEY_SECRET: razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
    RAZORPAY_API_URL: razorpay.apiUrl,
    RAZORPAY_CHECKOUT_URL: razorpay.scriptUrl,
    SHIPROCKET_EMAIL: shiprocket.email,
    SHIPROCKET_PASSWORD: shiprocket.password,
    SHIPROCKET_API_URL: shiprocket.apiUrl,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_DISCOVERY_URL: google.discoveryUrl,
    SMTP_URL: `smtp://${mail.host}:${mail.port}`,
  }
}

export interface ShopSettings {
  readonly siteUrl: string
  readonly dataFolder: string
  /** Null: the embedded database. */
  readonly databaseUrl: string | null
  readonly outside: Addresses
  /** Receives every log line of the server. */
  readonly onLog: (line: string) => void
  /** Called if it ends without having been killed or closed. */
  readonly onCrash: (what: string) => void
}

export interface ServerProcess {
  readonly port: number
  /** Without warning, like a power cut: SIGKILL. */
  kill(): Promise<void>
  close(): Promise<void>
}

export const CHAOS_SECRET = 'a secret of the chaos run that opens nothing'

/** Resolves when it accepts requests. */
export async function startServerProcess(
  settings: ShopSettings,
  { port, clock }: { readonly port: number; readonly clock: Clock },
): Promise<ServerProcess> {
  const { siteUrl, dataFolder, databaseUrl, outside, onLog, onCrash } = settings
  const child = spawnNode('scripts/chaos/server-main.ts', {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: siteUrl,
    SERVE_PAGES: 'false',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl ?? '',
    AUTH_SECRET: CHAOS_SECRET,
    // Hundreds of shoppers share one address.
    RATE_LIMIT_SCALE: '100000',
    ...providerSettings(outside),
    [CLOCK_SETTING]: JSON.stringify(clock),
  })
  createInterface({ input: child.stdout }).on('line', onLog)
  const output: string[] = []
  const opened = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      output.push(line)
      if (line.includes('is open at')) resolve()
    })
  })
  await Promise.race([opened, rejectOnExit(child, 'The shop')])
  let isAwaited = false
  child.once('exit', (code) => {
    if (!isAwaited) onCrash(`ended by itself with ${code}: ${output.join(' ')}`)
  })
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    isAwaited = true
    return endProcess(child, signal)
  }
  return { port, kill: () => end('SIGKILL'), close: () => end('SIGTERM') }
}

/** A Node process that ends with this one, however this one ends. */
export function spawnNode(
  script: string,
  env: Readonly<Record<string, string>>,
  folder = ROOT,
): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...INHERITED_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  return child
}

export async function rejectOnExit(child: ChildProcess, who: string): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`${who} did not start: it ended with ${code}.`)
}

export async function endProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
