/** A test that also fails on console errors, uncaught exceptions and failed requests. */
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Request,
} from '@playwright/test'
import { openLanServer, type LanServer } from './lan-server.ts'
import { PATIENCE, slowDown } from './slow.ts'

export { expect }

interface Allowed {
  readonly path: RegExp
  readonly status: readonly number[]
}

/** Error responses that tests cause; Chromium logs each to the console. */
const EXPECTED_RESPONSES: readonly Allowed[] = [
  // Wrong password, unknown address, registered address.
  { path: /^\/api\/auth\/sign-(in|up)\/email$/, status: [401, 422] },
  // A pincode that no courier serves.
  { path: /^\/api\/shipping\/calculate$/, status: [422] },
]

interface Fixtures {
  /** Errors that match the pattern do not fail the test. */
  readonly allowErrors: (pattern: RegExp) => void
  readonly allowedErrors: RegExp[]
  readonly errors: string[]
  /** A server for this test only, which outlives the browsers: their pages call it until they are closed. */
  readonly openServer: (...args: Parameters<typeof openLanServer>) => Promise<LanServer>
  /** A context for another visitor, watched like the first. */
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from the pattern
  allowedErrors: async ({}, use) => use([]),
  allowErrors: async ({ allowedErrors }, use) => use((pattern) => allowedErrors.push(pattern)),
  errors: async ({ allowedErrors }, use) => {
    const errors: string[] = []
    await use(errors)
    const unexpected = errors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error)))
    expect(unexpected, 'no errors').toEqual([])
  },
  context: async ({ context, errors }, use, testInfo) => {
    testInfo.setTimeout(testInfo.timeout * PATIENCE)
    recordErrors(context, errors)
    await slowDown(context)
    await use(context)
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from the pattern
  openServer: async ({}, use) => {
    const opened: LanServer[] = []
    await use(async (...args) => {
      const server = await openLanServer(...args)
      opened.push(server)
      return server
    })
    for (const server of opened) await server.close()
  },
  // oxlint-disable-next-line no-unused-vars -- a fixture is closed before what it names here
  openBrowser: async ({ browser, errors, openServer: _ }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      recordErrors(context, errors)
      await slowDown(context)
      return context
    })
    for (const context of opened) await context.close()
  },
})

function recordErrors(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) errors.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    errors.push(`script: ${error.error().message}`)
  })
  context.on('requestfailed', (request) => {
    if (!isAborted(request)) errors.push(`request: ${request.failure()?.errorText} ${request.url()}`)
  })
}

function isExpected(message: ConsoleMessage): boolean {
  const status = Number(
    /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1],
  )
  if (Number.isNaN(status)) return isOffline(message.text())
  const { pathname } = new URL(message.location().url)
  return EXPECTED_RESPONSES.some((allowed) => allowed.path.test(pathname) && allowed.status.includes(status))
}

/** Tests go offline on purpose. */
function isOffline(text: string): boolean {
  return text.includes('net::ERR_INTERNET_DISCONNECTED')
}

/** Leaving a page aborts its requests. */
function isAborted(request: Request): boolean {
  const text = request.failure()?.errorText ?? ''
  return text === 'net::ERR_ABORTED' || isOffline(text)
}
