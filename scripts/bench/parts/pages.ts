/** Cost of the first visit of a page on a slow phone, compared with a bare HTML page with the same largest element. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { launchBrowser } from '../../testing/machine.ts'
import { openServer } from '../../testing/server.ts'
import { serveBarePages } from '../bare-pages.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'
import { CPU_SLOWDOWN, SLOW_4G, visitOnPhone } from '../phone.ts'

const RUNS = 5
const PAGES = { home: '/', listing: '/rings', detail: '/rings/801', cart: '/cart' } as const
/** After hydration: largest paints, long tasks and shifts may follow. */
const SETTLE_MS = 2500

export const pages: Part = {
  title: 'First visit of a page',
  method: `Slow 4G (1.6 Mbit/s, 150 ms), CPU ÷ ${CPU_SLOWDOWN}, 390 × 844, empty cache. The values are medians of ${RUNS} visits, which alternate with
those of the floor, a bare HTML page with the same heading and largest picture. Blocking is the time by which tasks after
the first paint exceed 50 ms. The main thread counts until the page responds to a press; the floor's until its picture
is loaded.`,
  measure,
}

interface Visit {
  readonly firstPaint: number
  readonly largestPaint: number
  readonly blocking: number
  readonly mainThread: number
  readonly shift: number
}

async function measure(): Promise<readonly Measurement[]> {
  const server = await openServer()
  const browser = await launchBrowser()
  const floor = await serveBarePages(browser, server.url, Object.values(PAGES))
  try {
    const rows: Measurement[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const measured = { shop: [] as Visit[], floor: [] as Visit[] }
      for (let run = 0; run < RUNS; run += 1) {
        measured.shop.push(await visit(browser, server.url + path, 'html[data-hydrated]'))
        measured.floor.push(await visit(browser, floor.url + path, 'h1'))
      }
      rows.push(...rowsOf(name, measured))
    }
    return rows
  } finally {
    floor.close()
    await browser.close()
    await server.close()
  }
}

function rowsOf(
  page: string,
  { shop, floor }: { readonly shop: readonly Visit[]; readonly floor: readonly Visit[] },
): readonly Measurement[] {
  const medianOf = (visits: readonly Visit[], metric: keyof Visit) =>
    percentile(
      visits.map((each) => each[metric]),
      0.5,
    )
  const besideFloor = (what: string, metric: 'firstPaint' | 'largestPaint', most: number) => {
    const [value, least] = [medianOf(shop, metric), medianOf(floor, metric)]
    return {
      what: `${page}: ${what}`,
      value: inMs(value),
      floor: inMs(least),
      ratio: (value / least).toFixed(2),
      goal: `at most ${most} times the floor`,
      isReached: value / least <= most,
    }
  }
  const atMost = (what: string, metric: 'blocking' | 'mainThread', most: number) => ({
    what: `${page}: ${what}`,
    value: inMs(medianOf(shop, metric)),
    floor: inMs(medianOf(floor, metric)),
    goal: `at most ${most} ms`,
    isReached: medianOf(shop, metric) <= most,
  })
  const shift = Math.max(...shop.map((each) => each.shift))
  return [
    besideFloor('first contentful paint', 'firstPaint', 1.15),
    besideFloor('largest contentful paint', 'largestPaint', 1.15),
    atMost('blocking', 'blocking', 50),
    atMost('main thread until it responds', 'mainThread', 700),
    {
      what: `${page}: largest layout shift`,
      value: shift.toFixed(3),
      goal: '0.000',
      isReached: shift < 0.0005,
    },
  ]
}

async function visit(browser: Browser, url: string, respondsWhen: string): Promise<Visit> {
  return visitOnPhone(browser, SLOW_4G, async (page, devtools) => {
    await devtools.send('Performance.enable')
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'pageResponds' })
    const responds = new Promise((resolve) => devtools.once('Runtime.bindingCalled', resolve))
    await page.addInitScript(observe, respondsWhen)
    await page.goto(url)
    // Not with a locator, whose scripts would count.
    await responds
    const { metrics } = await devtools.send('Performance.getMetrics')
    const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
    await wait(SETTLE_MS)
    return { ...(await page.evaluate(() => globalThis.firstVisit)), mainThread: 1000 * taskSeconds }
  })
}

declare global {
  var firstVisit: { firstPaint: number; largestPaint: number; blocking: number; shift: number }
  function pageResponds(payload: string): void
}

/** Runs in the page, before its own scripts. */
function observe(respondsWhen: string): void {
  const LONG_TASK_MS = 50
  const visit = { firstPaint: NaN, largestPaint: NaN, blocking: 0, shift: 0 }
  globalThis.firstVisit = visit
  const check = () => {
    if (document.readyState === 'complete' && document.querySelector(respondsWhen)) pageResponds('')
  }
  addEventListener('load', check)
  new MutationObserver(check).observe(document, {
    attributes: true,
    attributeFilter: ['data-hydrated'],
    subtree: true,
  })
  const onEntries = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  onEntries('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') visit.firstPaint = startTime
  })
  onEntries('largest-contentful-paint', ({ startTime }) => {
    visit.largestPaint = startTime
  })
  onEntries('longtask', ({ startTime, duration }) => {
    if (!(startTime + duration <= visit.firstPaint)) visit.blocking += duration - LONG_TASK_MS
  })
  // TypeScript's library does not know entries of this type.
  onEntries('layout-shift', (entry) => {
    visit.shift += (entry as PerformanceEntry & { value: number }).value
  })
}
