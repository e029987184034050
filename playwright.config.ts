/** Journeys in a real browser against the real server, its embedded database and the sandbox. Needs `npm run build`. */
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
// The workers that run the tests are told by the environment.
process.env.E2E_SANDBOX_URL = `http://localhost:${sandboxPort}`

/** Each worker reads this file again; the first reader makes the folder, and takes it away when it ends. */
function dataFolder(): string {
  const known = process.env.E2E_DATA_DIR
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const executablePath = browserPath()

/** Most customers come with a phone: what looks the same at any width is walked through there, or where it is told best. */
const filesOf = (names: readonly string[]) => names.map((name) => `**/${name}.e2e.ts`)
const ONLY_ON_PHONES = filesOf(['purchase', 'detail'])
const ONLY_ON_DESKTOPS = filesOf([
  'account',
  'browsing',
  'busy',
  'buying',
  'cart',
  'catalogue',
  'found',
  'frame',
  'keyboard',
  'lost-answers',
  'specified-answers',
  'test-payments',
  'unsecured',
  'offline',
  'search',
  'sign-in',
  'three-d',
])

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A test that fails by a slow machine passes when it is tried again, and is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  // Enough for a payment that is settled on a busy machine. A test's own limit is scaled in e2e/support/test.ts.
  timeout: 60_000,
  expect: within(20),
  reporter: 'list',
  snapshotPathTemplate: '{testDir}/looks/{projectName}-{arg}{ext}',
  use: {
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Only tests of the service worker meet it (offline.e2e.ts); to the others it would be a second browser between.
    serviceWorkers: 'block',
    // A trace costs each test a quarter of its time; `npx playwright test NAME --trace on` tells what happened.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Without its desktop, Chromium would round the width of letters to whole pixels.
      args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=slight'],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: ONLY_ON_DESKTOPS,
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      testIgnore: ONLY_ON_PHONES,
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: `"${process.execPath}" server/index.ts`,
    // Also for a configuration that lies elsewhere and extends this one.
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
      // All customers of the tests come from one address.
      RATE_LIMIT_SCALE: '10000',
    },
  },
})
