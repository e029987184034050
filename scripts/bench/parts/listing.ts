/** Cost of searching and filtering a listing in the browser, by the number of its products. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import { publish, seedOpeningCollection } from '#server/collection/editions.ts'
import { openDatabase } from '#server/db/open.ts'
import { createCollection } from '#domain/collection.ts'
import { listingOf } from '#domain/listing.ts'
import type { ProductType } from '#domain/product.ts'
import { startPostgres } from '../../chaos/postgres.ts'
import { launchBrowser } from '../../testing/machine.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'
import { startShop } from '../shop.ts'
import { syntheticContent } from '../synthetic.ts'

/** Filtered by the server, and by the browser from the files of the collection. */
const [LARGE, MEDIUM, FLOOR] = ['rings', 'tops', 'bracelets'] as const
const LARGE_COUNT = 10_000
const content = syntheticContent({ [LARGE]: LARGE_COUNT, [MEDIUM]: 450 })
const collection = createCollection({ edition: 0, hash: '' }, content)

const QUERIES = ['silver ring', 'chandrika', 'angoothi', 'engagement', 'zzzz']
const KEYSTROKE_MS = 120
const SETTLE_MS = 1000
const RUNS = 2
const KEYSTROKE_MAX_MS = 16
const SLOWDOWNS = [1, 4]

export const listing: Part = {
  title: 'Searching and filtering a listing',
  method: `Chromium types ${QUERIES.length} queries, a key every ${KEYSTROKE_MS} ms, into the search of a listing, and ticks a filter. A keystroke
lasts from its event until scripts and layout are done. An answer lasts from the last key or the tick until the result is in the
page, including the 200 ms of debouncing. The floor is a listing that fits on one page, in the same run.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const postgres = await startPostgres()
  const database = await openDatabase({ url: postgres.url, folder: null })
  await seedOpeningCollection(database.db, new Date())
  const changes = content.products.map((product) => ({ do: 'put product' as const, product }))
  const result = await publish(database.db, {
    changes,
    actor: 'bench',
    reason: 'Measurement',
    now: new Date(),
  })
  await database.close()
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const shop = await startShop(postgres.url)
  const browser = await launchBrowser()
  try {
    return await measureListings(browser, shop.url)
  } finally {
    await browser.close()
    await shop.stop()
    await postgres.stop()
  }
}

async function measureListings(browser: Browser, shopUrl: string): Promise<readonly Measurement[]> {
  const results: Measurement[] = []
  for (const slowdown of SLOWDOWNS) {
    const floor = await measureListing(browser, shopUrl, FLOOR, slowdown)
    for (const type of [MEDIUM, LARGE])
      results.push(
        ...measurementsOf(type, slowdown, await measureListing(browser, shopUrl, type, slowdown), floor),
      )
  }
  return results
}

interface Times {
  readonly keystrokes: readonly number[]
  readonly answers: readonly number[]
  /** Per page load; compressed. */
  readonly pageBytes: number
}

function measurementsOf(
  type: ProductType,
  slowdown: number,
  times: Times,
  floor: Times,
): readonly Measurement[] {
  const count = collection.ofType(type).length.toLocaleString('en')
  const where = `of ${count} ${slowdown === 1 ? 'products' : `products, processor at a quarter`}`
  const [keystroke, floorKeystroke] = [times, floor].map(({ keystrokes }) => percentile(keystrokes, 0.95))
  const answer = percentile(times.answers, 0.95)
  const compare = (value = NaN, base = NaN) => ({
    value: inMs(value),
    floor: inMs(base),
    ratio: (value / base).toFixed(1),
  })
  const hasGoal = slowdown === 1
  return [
    {
      what: `p95 of a keystroke in a listing ${where}`,
      ...compare(keystroke, floorKeystroke),
      ...(hasGoal && {
        goal: `at most ${KEYSTROKE_MAX_MS} ms`,
        isReached: (keystroke ?? Infinity) <= KEYSTROKE_MAX_MS,
      }),
    },
    { what: `p95 of an answer in a listing ${where}`, value: inMs(answer) },
    ...(hasGoal
      ? [
          {
            what: `HTML of a listing ${where}`,
            value: inKb(times.pageBytes),
            floor: inKb(floor.pageBytes),
            ratio: (times.pageBytes / floor.pageBytes).toFixed(1),
          },
        ]
      : []),
  ]
}

function inKb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

declare global {
  var keystrokes: number[]
  var changedAt: number
}

async function measureListing(
  browser: Browser,
  shopUrl: string,
  type: ProductType,
  slowdown: number,
): Promise<Times> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  const response = await page.goto(`${shopUrl}/${type}`)
  const { responseBodySize = NaN } = (await response?.request().sizes()) ?? {}
  await page.locator('html[data-hydrated]').waitFor()
  await wait(SETTLE_MS)
  const answers: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    for (const query of QUERIES) answers.push(await answerTo(page, () => typeQuery(page, type, query)))
    await clearSearch(page, type)
    const filter = page.getByRole('checkbox', { disabled: false }).first()
    answers.push(await answerTo(page, () => filter.check()))
    answers.push(await answerTo(page, () => filter.uncheck()))
  }
  const keystrokes = await page.evaluate(() => globalThis.keystrokes)
  await context.close()
  if (keystrokes.length < RUNS * QUERIES.join('').length) throw new Error('Keystrokes were not measured')
  return { keystrokes, answers, pageBytes: responseBodySize }
}

async function typeQuery(page: Page, type: ProductType, query: string): Promise<void> {
  const field = await clearSearch(page, type)
  await field.pressSequentially(query, { delay: KEYSTROKE_MS })
}

async function clearSearch(page: Page, type: ProductType): Promise<Locator> {
  const field = page.getByPlaceholder(listingOf(type).searchPlaceholder)
  await field.fill('')
  await wait(SETTLE_MS)
  return field
}

/** Time from the end of the shopper's action until the last change of the list. */
async function answerTo(page: Page, act: () => Promise<void>): Promise<number> {
  await act()
  const endedAt = await page.evaluate(() => performance.now())
  await wait(SETTLE_MS)
  return page.evaluate((since) => Math.max(0, globalThis.changedAt - since), endedAt)
}

/** Runs in the page. */
function observe(): void {
  globalThis.keystrokes = []
  globalThis.changedAt = 0
  addEventListener(
    'input',
    ({ timeStamp, inputType }: Event & { inputType?: string }) => {
      if (inputType !== 'insertText') return
      // After the scripts that the event runs.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        // Forces layout.
        void document.body.offsetHeight
        keystrokes.push(performance.now() - timeStamp)
        port1.close()
      })
      port1.start()
      port2.postMessage(null)
    },
    true,
  )
  new MutationObserver(() => {
    changedAt = performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
