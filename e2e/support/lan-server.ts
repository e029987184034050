import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Product } from '#domain/product.ts'
import type { RatedMetal } from '#domain/rates.ts'
import { freePort, prepareDataFolder } from '#server/testing.ts'
import { withoutDeveloperSettings } from './settings.ts'

/** A separate server process, reached by a host name instead of localhost. */
export interface LanServer {
  readonly url: string
  readonly sandboxUrl: string
  readonly mailboxUrl: string
  /**
   * Uses `npm run collection`, which needs exclusive access to the embedded database: the server is restarted
   * afterwards.
   */
  publishRate(rate: `${RatedMetal}=${number}`): Promise<void>
  /** Adds products in the same way. */
  importProducts(products: readonly Product[]): Promise<void>
  /** Messages of the server to its operator since its last start. */
  printed(): string
  close(): Promise<void>
}

/** Signs the sessions and quotes of every such server. */
export const LAN_SERVER_SECRET = 'the secret of a shop in a test, of 32 characters or more'

const ROOT = join(import.meta.dirname, '../..')

/** `refundApprovalAbove` in rupees; by default, one staff member can refund a ring. */
export async function openLanServer(
  host: string,
  { refundApprovalAbove = 100_000 } = {},
): Promise<LanServer> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-lan-'))
  prepareDataFolder(folder)
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://${host}:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const run = (...args: readonly string[]) =>
    spawn('node_modules/.bin/node', args, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        ...withoutDeveloperSettings(),
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        SITE_URL: url,
        AUTH_SECRET: LAN_SERVER_SECRET,
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        REFUND_APPROVAL_ABOVE: String(refundApprovalAbove),
      },
    })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  let printed = ''
  const start = async () => {
    const started = run('build/node/index.js')
    printed = ''
    started.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    return started
  }
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  let server = await start()
  const changeCollection = async (...command: readonly string[]) => {
    await stop()
    const [code] = await once(run('scripts/collection.ts', ...command, '--reason', 'A test'), 'exit')
    expect(code).toBe(0)
    server = await start()
  }
  return {
    url,
    sandboxUrl,
    mailboxUrl: `${sandboxUrl}/mailbox`,
    printed: () => printed,
    publishRate: (rate) => changeCollection('publish', '--rate', rate),
    async importProducts(products) {
      const file = join(folder, 'products.json')
      await writeFile(file, JSON.stringify({ products }))
      await changeCollection('import', file, '--publish')
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
