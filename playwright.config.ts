/**
 * End-to-end tests in a real browser against the real server, its embedded database and the sandbox. Needs `npm run
 * build`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserPath } from './e2e/support/browser.ts'
import { withoutDeveloperSettings } from './e2e/support/settings.ts'
import { within } from './e2e/support/slow.ts'

const port = Number(process.env.E2E_PORT ?? 5190)
const sandboxPort = port + 1
const baseURL = `http://localhost:${port}`
// Test workers read it from the environment.
process.env.E2E_SANDBOX_URL = `http://localhost:${sandboxPort}`

/** Each worker loads this file again: the first process creates the folder and deletes it on exit. */
function dataFolder(): string {
  const known = process.env.E2E_DATA_DIR
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const executablePath = browserPath()

/** Tests that do not depend on the width run on one of them. */
const filesOf = (names: readonly string[]) => names.map((name) => `**/${name}.e2e.ts`)
const ONLY_ON_PHONES = filesOf(['purchase', 'detail'])
const ONLY_ON_DESKTOPS = filesOf([
  'account',
  'approval',
  'browsing',
  'busy',
  'buying',
  'cart',
  'catalogue',
  'consent',
  'desk',
  'desk-dialogs',
  'desk-loading',
  'direct-refund',
  'editions',
  'found',
  'frame',
  'keyboard',
  'lost-responses',
  'documented-responses',
  'test-payments',
  'unsecured',
  'offline',
  'one-edition',
  'paging',
  'parcels',
  'whole-day',
  'rates',
  'search',
  'sign-in',
  'three-d',
])

export default defineConfig({
  testDir: 'e2e',
  // For the servers that tests open for themselves (e2e/support/lan-server.ts).
  globalSetup: join(import.meta.dirname, 'scripts/testing/migrated-database.ts'),
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Failures of a slow machine pass on retry and are reported as flaky.
  retries: process.env.CI ? 2 : 0,
  // Enough for a payment on a busy machine. A test's own time-out is scaled in e2e/support/test.ts.
  timeout: 60_000,
  expect: within(20),
  reporter: 'list',
  snapshotPathTemplate: '{testDir}/looks/{projectName}-{arg}{ext}',
  use: {
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Only offline.e2e.ts allows them; elsewhere they would hide requests from the tests.
    serviceWorkers: 'block',
    // Traces slow tests down by a quarter; use `npx playwright test NAME --trace on` to debug.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Without a desktop, Chromium rounds glyph widths to whole pixels.
      args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=slight'],
    },
  },
  projects: [
    // First, as it has the longest tests: at the end one worker would wait for them alone.
    {
      name: 'desktop',
      testIgnore: ONLY_ON_PHONES,
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: ONLY_ON_DESKTOPS,
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" build/node/index.js`,
    // scripts/shots/playwright.config.ts extends this configuration.
    cwd: import.meta.dirname,
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
    env: {
      ...withoutDeveloperSettings(),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataFolder(),
      LOG_LEVEL: 'error',
      // All tests share one IP address.
      RATE_LIMIT_SCALE: '10000',
      // The same few pieces are bought all the time.
      OPENING_STOCK: '10000',
    },
  },
})
