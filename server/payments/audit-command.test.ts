import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paise } from '#domain/money.ts'
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { createRazorpay } from '#server/gateway/razorpay.ts'
import { readGatewayState, pay, SITE_URL } from '#server/checkout/testing.ts'

const NUMBER = 'SJ-0000000000000000'

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, shopUrl: SITE_URL, providers: ['razorpay'] })
  sandbox.faults.set({ rates: { 'webhook-never': 1 } })
  folder = mkdtempSync(join(tmpdir(), 'swarnika-audit-'))
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command as an operator does, on an empty database. */
function audit(...args: string[]): Promise<{ code: number; output: string }> {
  return auditWith({}, ...args)
}

function auditWith(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const { apiUrl, keyId, keySecret, webhookSecret } = sandbox.razorpay
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    RAZORPAY_API_URL: apiUrl,
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    ...settings,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/audit.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('the audit command lists lost payments with their remedy, and refunds them only on request', async () => {
  const gateway = createRazorpay({ ...sandbox.razorpay, checkoutScriptUrl: sandbox.razorpay.scriptUrl })
  const request = { receipt: `${NUMBER}-1`, amount: paise(3_288_300), currency: 'INR' }
  const gatewayOrder = await gateway.createOrder(request)
  if (!gatewayOrder.ok) throw new Error(gatewayOrder.error.detail)
  const { razorpay_payment_id: paymentId } = await pay(sandbox, gatewayOrder.value.id)

  const reported = await audit('--repair')
  expect(reported.output).toContain(`${paymentId}, ₹32,883.00, order ${NUMBER}: was captured for an order`)
  expect(reported.output).toContain('--repair --refund-unknown')
  expect(reported.output).toMatch(/Differences: 1\.$/m)
  expect(reported.code).toBe(1)
  expect((await readGatewayState(sandbox)).refunds).toEqual([])

  const repaired = await audit('--repair', '--refund-unknown')
  expect(repaired.output).toMatch(/Repaired\.\nThe books agree\.$/m)
  expect(repaired.code).toBe(0)
  expect((await readGatewayState(sandbox)).refunds).toMatchObject([
    { payment_id: paymentId, amount: 3_288_300 },
  ])
}, 240_000)

test.each([
  [['--from', 'yesterday'], '--from takes a day'],
  [['--refund-unknown'], '--refund-unknown needs --repair'],
  [['--from', '2100-01-01'], '--from must be before --to'],
])('the audit command rejects %j', async (args, text) => {
  expect(await audit(...args)).toEqual({ code: 1, output: expect.stringContaining(text) })
})

test('the audit command refunds nothing with live keys on a database that the server rejects', async () => {
  const live = { RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGh123456', NODE_ENV: 'development' }
  expect(await auditWith(live, '--repair', '--refund-unknown')).toEqual({
    code: 1,
    output: expect.stringContaining('Live payment keys'),
  })
})
