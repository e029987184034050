import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { shopOrigins } from './origins.ts'
import { startSandbox } from './sandbox.ts'

const SHOP = 'http://localhost:3000'

afterEach(() => {
  vi.unstubAllEnvs()
})

// Shows D25.production
test('the sandbox does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startSandbox({ port: 0, shopUrl: SHOP })).rejects.toThrow(
    'The sandbox does not start in production',
  )
})

test('the start page says that no money moves and links to mailbox and faults', async () => {
  const sandbox = await startSandbox({ port: 0, shopUrl: SHOP })
  const text = await (await fetch(sandbox.url)).text()
  for (const content of ['Test mode: no money moves', 'href="mailbox"', 'href="faults"']) {
    expect(text).toContain(content)
  }
  await sandbox.close()
})

test('only the chosen providers are served', async () => {
  const sandbox = await startSandbox({ port: 0, shopUrl: SHOP, providers: ['shiprocket'] })
  const status = async (url: string) => (await fetch(url)).status
  expect(await status(sandbox.google.discoveryUrl)).toBe(404)
  expect(await status(sandbox.razorpay.scriptUrl)).toBe(404)
  expect(await status(sandbox.mail.mailboxUrl)).toBe(404)
  expect(await status(`${sandbox.shiprocket.apiUrl}/courier/serviceability/`)).toBe(401)
  expect(sandbox.mail.port).toBe(0)
  await sandbox.close()
})

test('a taken port is an error and leaves nothing running', async () => {
  const first = await startSandbox({ port: 0, shopUrl: SHOP })
  const port = Number(new URL(first.url).port)
  await expect(startSandbox({ port, shopUrl: SHOP })).rejects.toThrow('EADDRINUSE')
  await first.close()
})

test('browsers use the public address, the shop’s server the local one', async () => {
  const publicUrl = 'https://demo.example/sandbox'
  const sandbox = await startSandbox({ port: 0, shopUrl: SHOP, publicUrl })
  expect(sandbox.razorpay.scriptUrl).toBe('https://demo.example/sandbox/razorpay/v1/checkout.js')
  expect(sandbox.google.issuer).toBe('https://demo.example/sandbox/google')
  expect(sandbox.mail.mailboxUrl).toBe('https://demo.example/sandbox/mailbox')
  expect(await (await fetch(sandbox.google.discoveryUrl)).json()).toMatchObject({
    authorization_endpoint: 'https://demo.example/sandbox/google/o/oauth2/v2/auth',
    token_endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/google\/token$/),
  })
  await sandbox.close()
})

test('faults can be read and set on a page', async () => {
  const sandbox = await startSandbox({ port: 0, shopUrl: SHOP })
  const shown = await fetch(`${sandbox.url}/faults`, { headers: { accept: 'text/html' } })
  expect(await shown.text()).toContain('aria-label="Chance of webhook-never"')
  const post = (form: Record<string, string>) =>
    fetch(`${sandbox.url}/faults/form`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    })
  expect((await post({ 'webhook-never': '0.5', 'mail-4xx': '0', seed: '4' })).status).toBe(303)
  expect(sandbox.faults.settings()).toMatchObject({ seed: 4, rates: { 'webhook-never': 0.5 } })
  expect((await post({ 'webhook-never': '7', seed: '4' })).status).toBe(400)
  await sandbox.close()
})

test('a shop on this machine has the origins of both names of localhost, another only its own', () => {
  expect(shopOrigins('http://localhost:3000/')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000'])
  expect(shopOrigins('https://swarnika.example')).toEqual(['https://swarnika.example'])
})

describe('as a process', () => {
  const start = (env: Record<string, string>) =>
    spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('prints its addresses in one line and stops on SIGTERM', async () => {
    const child = start({ SHOP_URL: SHOP, SANDBOX_PROVIDERS: 'razorpay,mail' })
    const [line] = await once(createInterface(child.stdout), 'line')
    const addresses = JSON.parse(String(line))
    expect(addresses).toMatchObject({ razorpay: { keyId: expect.stringMatching(/^rzp_test_/) } })
    expect((await fetch(addresses.url)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test.each([
    [{}, 'SHOP_URL'],
    [{ SHOP_URL: SHOP, SANDBOX_PROVIDERS: 'paypal' }, 'SANDBOX_PROVIDERS'],
    [{ SHOP_URL: SHOP, NODE_ENV: 'production' }, 'does not start in production'],
  ])('with %j reports %s', async (env, message) => {
    const child = start(env)
    const errors: string[] = []
    child.stderr.on('data', (chunk) => errors.push(String(chunk)))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(errors.join('')).toContain(message)
  })
})
