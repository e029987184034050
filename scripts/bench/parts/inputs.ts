/** Cost of a filter and of a keystroke in a search field on a phone, compared with a bare page that does the same. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { compareMedians, type Measurement } from '../part.ts'
import { LOCAL, visitOnPhone } from '../phone.ts'

const RUNS = 3
/** Between the load of a page and the first press, and between presses. */
const LOOKED_AT_MS = 4000
const BETWEEN_MS = 1000
const KEYSTROKE_MS = 150
/** Browsers report no shorter events. */
const REPORTED_MIN_MS = 16

const LISTING = '/rings'
const FLOOR = '/floor'
const LISTING_QUERY = 'diamond'
const SHOP_QUERY = 'gold ring'

/** In the order of the rows. */
type Times = readonly [filter: number, takenBack: number, listingKey: number, searchKey: number]

export async function measureInputs(browser: Browser, shopUrl: string): Promise<readonly Measurement[]> {
  const floorHtml = await bareListing(shopUrl)
  const measured: Record<'shop' | 'floor', Times[]> = { shop: [], floor: [] }
  for (let run = 0; run < RUNS; run += 1)
    for (const site of ['shop', 'floor'] as const)
      measured[site].push(await visit(browser, shopUrl, site === 'floor' ? floorHtml : null))
  const rows = [
    { what: 'filter → result', most: 1.5 },
    { what: 'filter taken back → result', most: 1.5 },
    { what: 'slowest key in the search of a listing', most: 2 },
    { what: 'slowest key in the search of the shop', most: 2 },
  ]
  return rows.map(({ what, most }, row) => compareMedians(what, measured, (times) => times[row] ?? NaN, most))
}

/** Measures the floor if there is HTML for it. */
function visit(browser: Browser, shopUrl: string, floorHtml: string | null): Promise<Times> {
  return visitOnPhone(browser, LOCAL, async (page) => {
    await page.addInitScript(observe)
    if (floorHtml !== null)
      await page.route(`**${FLOOR}`, (route) => route.fulfill({ contentType: 'text/html', body: floorHtml }))
    await page.goto(shopUrl + (floorHtml === null ? LISTING : FLOOR))
    await wait(LOOKED_AT_MS)
    if (floorHtml === null) {
      await page.getByRole('button', { name: 'Filters', exact: true }).tap()
      await wait(BETWEEN_MS)
    }
    const filters = floorHtml === null ? page.getByRole('dialog') : page.locator('form')
    const filter = filters.getByRole('checkbox', { disabled: false }).first()
    const filterMs = await resultAfter(page, () => filter.tap())
    const takenBackMs = await resultAfter(page, () => filter.tap())
    if (floorHtml === null) await page.keyboard.press('Escape')
    const listingKeyMs = await slowestKey(page, 'main input[name=q]', LISTING_QUERY)
    const searchKeyMs = await slowestKey(page, 'header input[name=q]', SHOP_QUERY)
    return [filterMs, takenBackMs, listingKeyMs, searchKeyMs]
  })
}

declare global {
  /** From the last click to the frame in which the number of results has changed. */
  var resultMs: number | undefined
  /** Time from each keystroke to the next frame, as the browser reports it. */
  var keyMs: number[]
}

async function resultAfter(page: Page, press: () => Promise<void>): Promise<number> {
  await press()
  await wait(BETWEEN_MS)
  return page.evaluate(() => globalThis.resultMs ?? NaN)
}

async function slowestKey(page: Page, field: string, query: string): Promise<number> {
  await page.locator(field).tap()
  await wait(BETWEEN_MS)
  await page.evaluate(() => globalThis.keyMs.splice(0))
  await page.keyboard.type(query, { delay: KEYSTROKE_MS })
  await wait(BETWEEN_MS)
  return page.evaluate((least) => Math.max(least, ...globalThis.keyMs), REPORTED_MIN_MS)
}

/** Runs in the page. */
function observe(): void {
  globalThis.keyMs = []
  const resultText = () => document.querySelector('main section output')?.textContent
  const frame = () => new Promise(requestAnimationFrame)
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const before = resultText()
      const measurePaint = async () => {
        while (resultText() === before) await frame()
        // The second frame begins after the first has been painted.
        await frame()
        await frame()
        globalThis.resultMs = performance.now() - timeStamp
      }
      globalThis.resultMs = undefined
      void measurePaint()
    },
    true,
  )
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown') globalThis.keyMs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Its cards have the same names, prices and pictures. */
async function bareListing(shopUrl: string): Promise<string> {
  const html = await (await fetch(shopUrl + LISTING)).text()
  const cards = [...html.matchAll(/<article.*?<\/article>/gs)].map(([card]) => {
    const [picture = ''] = /<picture>.*?<\/picture>/s.exec(card) ?? []
    const [, name = ''] = /<h2[^>]*>(?:<a[^>]*>)?(.*?)</s.exec(card) ?? []
    return `<li>${picture}<h2>${name}</h2><p>₹84,500</p><button>Add to Cart</button></li>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rings</title>
<style>ul { display: grid; grid-template-columns: 1fr 1fr; list-style: none } img { width: 100%; height: auto }</style>
<header><input name="q"><ul id="suggestions"></ul></header>
<main><form><input name="q"><label><input type="checkbox"> Every third</label></form>
<section><output>${cards.length} pieces</output><ul id="cards">${cards.join('')}</ul></section></main>
<script>(${filterBareListing.toString()})()</script>`
}

/** Runs in the baseline. */
function filterBareListing(): void {
  const cards = [...document.querySelectorAll<HTMLElement>('#cards li')]
  const names = cards.map((card) => card.querySelector('h2')?.textContent?.toLowerCase() ?? '')
  const output = document.querySelector('output')
  const field = document.querySelector<HTMLInputElement>('main input[name=q]')
  const box = document.querySelector<HTMLInputElement>('input[type=checkbox]')
  const search = document.querySelector<HTMLInputElement>('header input')
  const filter = () => {
    const found = cards.filter((card, index) => {
      const isShown = names[index]?.includes(field?.value ?? '') && (!box?.checked || index % 3 === 0)
      card.hidden = !isShown
      return isShown
    })
    if (output) output.textContent = `${found.length} pieces`
  }
  field?.addEventListener('input', filter)
  box?.addEventListener('click', filter)
  search?.addEventListener('input', () => {
    const found = names.filter((name) => name.includes(search.value))
    document
      .querySelector('#suggestions')
      ?.replaceChildren(
        ...found
          .slice(0, 8)
          .map((name) => Object.assign(document.createElement('li'), { textContent: name })),
      )
  })
}
