import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'
import { readBuildSettings } from './pages.ts'
import { checkStartup } from './startup-checks.ts'

const SITE_URL = 'https://shop.example'
const ANALYTICS_URL = 'https://views.example/count.js'
const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL,
  AUTH_SECRET: 'a secret of more than thirty-two characters',
  PAN_ENCRYPTION_KEY: 'a key of more than thirty-two characters',
  RAZORPAY_KEY_ID: 'rzp_live_key',
  DATABASE_URL: 'postgres://localhost/swarnika',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook',
  SHIPROCKET_EMAIL: 'api@swarnika.example',
  SHIPROCKET_PASSWORD: 'secret',
  SMTP_URL: 'smtp://mail.example:25',
}
const PAGES = { siteUrl: SITE_URL, analyticsUrl: null }

const checking = (changes: Record<string, string> = {}, buildSettings: typeof PAGES | null = PAGES) =>
  expect(() => checkStartup(readEnvironment({ ...PRODUCTION, ...changes }), buildSettings))

test('the check accepts complete settings, with matching pages or none', () => {
  checking().not.toThrow()
  checking({ SITE_URL: `${SITE_URL}/` }).not.toThrow()
  checking({}, null).not.toThrow()
})

test.each([
  ['without a public address', { SITE_URL: '' }, 'SITE_URL must be the public address'],
  ['with the address of this machine', { SITE_URL: 'https://localhost:3000' }, 'SITE_URL must be'],
  ['with an address without TLS', { SITE_URL: 'http://shop.example' }, 'SITE_URL must be'],
  ['with a provider of the sandbox', { SMTP_URL: '' }, 'these must be configured: mail.'],
  ['without its own secret', { AUTH_SECRET: '' }, 'AUTH_SECRET must be set'],
  ['without a key for PANs', { PAN_ENCRYPTION_KEY: '' }, 'PAN_ENCRYPTION_KEY must be set'],
  [
    'with the same secret for both',
    { PAN_ENCRYPTION_KEY: 'a secret of more than thirty-two characters' },
    'not those of AUTH_SECRET',
  ],
  ['with pages built for another address', { SITE_URL: 'https://other.example' }, `SITE_URL=${SITE_URL}`],
  ['with pages built without the analytics', { ANALYTICS_URL }, 'Build them again: npm run build.'],
  ['with live payments on the embedded database', { DATABASE_URL: '' }, 'set DATABASE_URL'],
  ['with test keys of the gateway', { RAZORPAY_KEY_ID: 'rzp_test_key' }, 'Test payment keys (rzp_test_…)'],
])('rejects production settings %s', (_, changes, message) => {
  checking(changes).toThrow(message)
})

test('the check rejects pages with an analytics script that the server would not allow', () => {
  const buildSettings = { ...PAGES, analyticsUrl: ANALYTICS_URL }
  expect(() => checkStartup(readEnvironment(PRODUCTION), buildSettings)).toThrow(
    `ANALYTICS_URL=${ANALYTICS_URL}`,
  )
})

const NO_RAZORPAY = { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: '' }

test.each(['AUTH_SECRET', 'PAN_ENCRYPTION_KEY', 'RAZORPAY_WEBHOOK_SECRET', 'SHIPROCKET_WEBHOOK_TOKEN'])(
  'rejects a previous %s without a present one',
  (name) => {
    const previous = { ...PRODUCTION, [`${name}_PREVIOUS`]: 'a secret of more than thirty-two characters' }
    expect(() => readEnvironment({ ...previous, ...NO_RAZORPAY, [name]: '' })).toThrow(
      `${name}_PREVIOUS is set without ${name}`,
    )
    expect(() =>
      readEnvironment({ ...previous, [name]: 'another of more than thirty-two characters' }),
    ).not.toThrow()
  },
)

test.each([
  ['without its primary', { DATABASE_URL: '', RAZORPAY_KEY_ID: 'rzp_test_key' }, 'without DATABASE_URL'],
  ['that is the primary', { DATABASE_URL: 'postgres://replica/swarnika' }, 'is the primary itself'],
])('rejects the address of a replica %s', (_, changes, message) => {
  checking({ DATABASE_REPLICA_URL: 'postgres://replica/swarnika', ...changes }).toThrow(message)
})

test('the check accepts test payments in production if allowed', () => {
  checking({ RAZORPAY_KEY_ID: 'rzp_test_key', ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'true' }).not.toThrow()
})

test('the check rejects live payment keys outside production', () => {
  checking({
    NODE_ENV: '',
  }).toThrow('set NODE_ENV=production')
})

test('the check accepts pages for any address outside production', () => {
  checking({
    NODE_ENV: 'test',
    SITE_URL: 'http://localhost:5190',
    RAZORPAY_KEY_ID: 'rzp_test_key',
  }).not.toThrow()
})

test('the check reads the settings of a build, null if there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-build-'))
  try {
    expect(readBuildSettings(folder)).toBeNull()
    mkdirSync(join(folder, 'build'))
    writeFileSync(join(folder, 'build/settings.json'), JSON.stringify(PAGES))
    expect(readBuildSettings(folder)).toEqual(PAGES)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
