/** A test that also fails when anything complains on the way: the console, a script, a request. */
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Request,
} from '@playwright/test'
import { PATIENCE, slowDown } from './slow.ts'

export { expect }

interface Allowed {
  readonly path: RegExp
  readonly status: readonly number[]
}

/** Answers that tests ask for; Chromium writes each into the console by itself. */
const EXPECTED_ANSWERS: readonly Allowed[] = [
  // Wrong password, address without an account, address that has one.
  { path: /^\/api\/auth\/sign-(in|up)\/email$/, status: [401, 422] },
  // A pincode that no courier serves.
  { path: /^\/api\/shipping\/calculate$/, status: [422] },
]

interface Fixtures {
  /** For a test that is about trouble: complaints with these words do not fail it. */
  readonly allowErrors: (pattern: RegExp) => void
  readonly allowedErrors: RegExp[]
  readonly complaints: string[]
  /** The browser of another visitor, watched like that of the first. */
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from the pattern
  allowedErrors: async ({}, use) => use([]),
  allowErrors: async ({ allowedErrors }, use) => use((pattern) => allowedErrors.push(pattern)),
  complaints: async ({ allowedErrors }, use) => {
    const complaints: string[] = []
    await use(complaints)
    const unexpected = complaints.filter(
      (complaint) => !allowedErrors.some((pattern) => pattern.test(complaint)),
    )
    expect(unexpected, 'nothing complains on the way').toEqual([])
  },
  context: async ({ context, complaints }, use, testInfo) => {
    testInfo.setTimeout(testInfo.timeout * PATIENCE)
    watch(context, complaints)
    await slowDown(context)
    await use(context)
  },
  openBrowser: async ({ browser, complaints }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      watch(context, complaints)
      await slowDown(context)
      return context
    })
    for (const context of opened) await context.close()
  },
})

function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) complaints.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    if (!isCutFade(error.error())) complaints.push(`script: ${error.error().message}`)
  })
  context.on('requestfailed', (request) => {
    if (!isCutShort(request)) complaints.push(`request: ${request.failure()?.errorText} ${request.url()}`)
  })
}

function isExpected(message: ConsoleMessage): boolean {
  const status = Number(
    /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1],
  )
  if (Number.isNaN(status)) return isWithoutNetwork(message.text())
  const { pathname } = new URL(message.location().url)
  return EXPECTED_ANSWERS.some((allowed) => allowed.path.test(pathname) && allowed.status.includes(status))
}

/** Tests take the network away on purpose. */
function isWithoutNetwork(words: string): boolean {
  return words.includes('net::ERR_INTERNET_DISCONNECTED')
}

/** Whoever goes on while one page fades into the next ends the fade; the router leaves the browser's word of it unheard. */
function isCutFade(error: Error): boolean {
  return error.message.startsWith('Transition was skipped')
}

/** A page that is left stops what it was still fetching. */
function isCutShort(request: Request): boolean {
  const words = request.failure()?.errorText ?? ''
  return words === 'net::ERR_ABORTED' || isWithoutNetwork(words)
}
