/**
 * `node scripts/bootstrap.mjs scripts/bench/late-scripts.ts`: measures what deferring the scripts
 * (app/inline/load-scripts.ts) changes on a slow phone: the largest contentful paint of four pages, and the time from a
 * press on Add to Cart, as soon as the button is painted, to the toast. The visits with and without deferring alternate;
 * medians are printed. Run it on a quiet machine. `--runs 9` visits more often.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { portOf } from '#server/testing.ts'
import { print } from '../console.ts'
import { launchBrowser } from '../testing/machine.ts'
import { openServer } from '../testing/server.ts'
import { percentile } from './part.ts'
import { CPU_SLOWDOWN, SLOW_4G, visitOnPhone } from './phone.ts'

const PAGES = ['/', '/rings', '/rings/801', '/cart']
const PRODUCT_PAGE = '/rings/801'
/** The largest paint may come after hydration, for example if the cart is read from storage. */
const SETTLE_MS = 1000

declare global {
  var measured: { largestPaint: number; pressedAt?: number; answeredAt?: number }
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const variants = ['deferred', 'eager'] as const
type Variant = (typeof variants)[number]

const server = await openServer()
const browser = await launchBrowser()
const servers = variants.map((variant) => ({ variant, ...serve(variant) }))
const times = new Map<string, Record<Variant, number[]>>()
try {
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const path of PAGES) await visitBoth(`${path}, largest paint`, path, largestPaintOf)
    await visitBoth(`${PRODUCT_PAGE}, press to toast`, PRODUCT_PAGE, pressToToast)
  }
  report()
} finally {
  for (const { close } of servers) close()
  await browser.close()
  await server.close()
}

/** The shop, either as it is or with its scripts where the framework would put them. */
function serve(variant: Variant) {
  const forward = async ({ url }: IncomingMessage, response: ServerResponse) => {
    const found = await fetch(server.url + url)
    const type = found.headers.get('content-type') ?? ''
    const body = Buffer.from(await found.arrayBuffer())
    const isEagerPage = variant === 'eager' && type.startsWith('text/html')
    const sent = isEagerPage ? withoutDeferring(String(body)) : body
    const isText = /text|javascript|json|svg/.test(type)
    const encoding = isText && { 'content-encoding': 'gzip' }
    const cacheControl = found.headers.get('cache-control') ?? ''
    response.writeHead(found.status, { 'content-type': type, 'cache-control': cacheControl, ...encoding })
    response.end(isText ? gzipSync(sent) : sent)
  }
  const proxy = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      print(String(error))
      response.destroy()
    })
  })
  proxy.listen(0)
  return { url: `http://localhost:${portOf(proxy)}`, close: () => proxy.close() }
}

/** Throws if the page does not defer its scripts: the comparison would be meaningless. */
function withoutDeferring(html: string): string {
  const deferred =
    /<noscript>((?:<link rel="modulepreload"[^>]*>)+)([\s\S]*?)<\/noscript><script>[\s\S]*?<\/script>/
  const [all, preloads, scripts] = deferred.exec(html) ?? []
  if (all === undefined) throw new Error('This page does not defer its scripts.')
  return html.replace(all, () => scripts ?? '').replace('</head>', () => `${preloads}</head>`)
}

async function visitBoth(
  name: string,
  path: string,
  measure: (page: Page, url: string) => Promise<number>,
): Promise<void> {
  const measured = times.get(name) ?? { deferred: [], eager: [] }
  times.set(name, measured)
  for (const { variant, url } of servers) {
    const visited = visitOnPhone(browser, SLOW_4G, async (page) => {
      await page.addInitScript(observe)
      return measure(page, url + path)
    })
    measured[variant].push(await visited)
  }
}

/** Runs in the page. */
function observe(): void {
  globalThis.measured = { largestPaint: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) measured.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  addEventListener('pointerdown', ({ timeStamp }) => (measured.pressedAt ??= timeStamp), true)
  new MutationObserver(() => {
    if (document.querySelector('.toasts .toast')) measured.answeredAt ??= performance.now()
  }).observe(document, { childList: true, subtree: true })
}

async function largestPaintOf(page: Page, url: string): Promise<number> {
  await page.goto(url)
  await page.locator('html[data-hydrated]').waitFor()
  await wait(SETTLE_MS)
  return page.evaluate(() => measured.largestPaint)
}

async function pressToToast(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().tap()
  await page.waitForFunction(() => measured.answeredAt !== undefined)
  return page.evaluate(() => (measured.answeredAt ?? 0) - (measured.pressedAt ?? 0))
}

function report(): void {
  print(`Medians of ${values.runs} visits in ms; CPU ÷${CPU_SLOWDOWN}, 1.6 Mbit/s, 150 ms.`)
  print(`${'page'.padEnd(30)}${'deferred'.padStart(10)}${'eager'.padStart(10)}${'gain'.padStart(10)}`)
  for (const [name, { deferred, eager }] of times) {
    const [late, early] = [percentile(deferred, 0.5), percentile(eager, 0.5)]
    const columns = [late, early, early - late].map((ms) => String(Math.round(ms)).padStart(10))
    print(name.padEnd(30) + columns.join(''))
  }
}
