import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'
import { builtSettings } from './pages.ts'
import { checkStartup } from './startup-checks.ts'

const SITE_URL = 'https://shop.example'
const ANALYTICS_URL = 'https://views.example/count.js'
const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL,
  AUTH_SECRET: 'a secret of more than thirty-two characters',
  RAZORPAY_KEY_ID: 'rzp_live_key',
  DATABASE_URL: 'postgres://localhost/swarnika',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook',
  SHIPROCKET_EMAIL: 'api@swarnika.example',
  SHIPROCKET_PASSWORD: 'secret',
  SMTP_URL: 'smtp://mail.example:25',
}
const PAGES = { siteUrl: SITE_URL, analyticsUrl: null }

const opening = (changes: Record<string, string> = {}, built: typeof PAGES | null = PAGES) =>
  expect(() => checkStartup(readEnvironment({ ...PRODUCTION, ...changes }), built))

test('a shop with all it needs may open, with pages that were built for it or without any', () => {
  opening().not.toThrow()
  opening({ SITE_URL: `${SITE_URL}/` }).not.toThrow()
  opening({}, null).not.toThrow()
})

test.each([
  ['without a public address', { SITE_URL: '' }, 'SITE_URL must be the public address'],
  ['with the address of this machine', { SITE_URL: 'https://localhost:3000' }, 'SITE_URL must be'],
  ['with an address without TLS', { SITE_URL: 'http://shop.example' }, 'SITE_URL must be'],
  ['with a provider of the sandbox', { SMTP_URL: '' }, 'these must be configured: mail.'],
  ['without a secret of its own', { AUTH_SECRET: '' }, 'AUTH_SECRET must be set'],
  ['with pages built for another address', { SITE_URL: 'https://other.example' }, `SITE_URL=${SITE_URL}`],
  ['with pages built without the analytics', { ANALYTICS_URL }, 'Build them again: npm run build.'],
  ['with live payments on the embedded database', { DATABASE_URL: '' }, 'set DATABASE_URL'],
  ['with test keys of the gateway', { RAZORPAY_KEY_ID: 'rzp_test_key' }, 'Test payment keys (rzp_test_…)'],
])('in production a shop is refused %s', (_, changes, words) => {
  opening(changes).toThrow(words)
})

test('pages built with an analytics script are refused by a server that would not let it load', () => {
  const built = { ...PAGES, analyticsUrl: ANALYTICS_URL }
  expect(() => checkStartup(readEnvironment(PRODUCTION), built)).toThrow(`ANALYTICS_URL=${ANALYTICS_URL}`)
})

test('a rehearsal in production may take payments that move no money', () => {
  opening({ RAZORPAY_KEY_ID: 'rzp_test_key', ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'true' }).not.toThrow()
})

test('outside production nobody really pays', () => {
  opening({
    NODE_ENV: '',
  }).toThrow('set NODE_ENV=production')
})

test('outside production pages of any address will do', () => {
  opening({
    NODE_ENV: 'test',
    SITE_URL: 'http://localhost:5190',
    RAZORPAY_KEY_ID: 'rzp_test_key',
  }).not.toThrow()
})

test('a build says what was written into it; where there is none, nothing is known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-build-'))
  try {
    expect(builtSettings(folder)).toBeNull()
    mkdirSync(join(folder, 'build'))
    writeFileSync(join(folder, 'build/settings.json'), JSON.stringify(PAGES))
    expect(builtSettings(folder)).toEqual(PAGES)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
