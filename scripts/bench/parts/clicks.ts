/** Cost of a press on a card on a phone, compared with two bare HTML pages. */
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright'
import { pictureBase, PRODUCT_PICTURE_WIDTHS, type PicturedProduct } from '#domain/product.ts'
import { portOf } from '#server/testing.ts'
import { launchBrowser } from '../../testing/machine.ts'
import { openServer } from '../../testing/server.ts'
import { compareMedians, type Measurement, type Part } from '../part.ts'
import { CPU_SLOWDOWN, LOCAL, SLOW_4G, visitOnPhone } from '../phone.ts'
import { measureInputs } from './inputs.ts'

/** Each takes two minutes, most of them waiting. */
const RUNS = 3
/** Between the load of a page and a press: meanwhile the shop prepares likely next pages, the baseline does nothing. */
const LOOKED_AT_MS = { shop: 6000, floor: 1000 }
const HELD_MS = 300

const LISTING = '/rings'
const CARDS = ['/rings/802', '/rings/803'] as const

export const clicks: Part = {
  title: 'Presses on a phone',
  method: `A press on a card lasts from the click on a card of ${LISTING}, which has been open for ${LOOKED_AT_MS.shop / 1000} s, until the heading and the decoded
picture of the piece are painted. The values are medians of ${RUNS} visits, CPU ÷ ${CPU_SLOWDOWN}, 390 × 844. The floor is a bare HTML page with that heading,
price and picture, linked from a bare HTML page with the picture of the card. A filter lasts from the press on its box
until the number of results is painted. A key lasts until the next frame, as the browser reports it. Their floor is a bare
HTML page with the same cards, some of which a few lines of script hide.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const server = await openServer()
  const floor = await serveFloor(server.url)
  const browser = await launchBrowser()
  const sites = { shop: server.url, floor: floor.url }
  try {
    return [
      ...(await measureOn('local network', LOCAL, browser, sites)),
      ...(await measureOn('slow 4G', SLOW_4G, browser, sites)),
      ...(await measureInputs(browser, server.url)),
    ]
  } finally {
    floor.close()
    await browser.close()
    await server.close()
  }
}

type Visit = (page: Page, devtools: CDPSession) => Promise<readonly number[]>

async function measureOn(
  label: string,
  network: typeof LOCAL,
  browser: Browser,
  { shop, floor }: { readonly shop: string; readonly floor: string },
): Promise<readonly Measurement[]> {
  const [first, second] = CARDS
  const measured = { shop: [] as (readonly number[])[], floor: [] as (readonly number[])[] }
  for (let run = 0; run < RUNS; run += 1)
    for (const [kind, site] of [
      ['shop', shop],
      ['floor', floor],
    ] as const) {
      const lookedAtMs = LOOKED_AT_MS[kind]
      const inTurn: Visit = async (page, devtools) => {
        const firstMs = await press(page, devtools, first, 0)
        await page.goBack()
        await wait(lookedAtMs)
        return [firstMs, await press(page, devtools, second, 0)]
      }
      const held: Visit = async (page, devtools) => [await press(page, devtools, first, HELD_MS)]
      const page = { site, network, lookedAtMs }
      measured[kind].push([...(await visit(browser, page, inTurn)), ...(await visit(browser, page, held))])
    }
  const rows = [
    { what: 'first card', most: 1.5 },
    { what: 'second card', most: 1.5 },
    { what: `card touched ${HELD_MS} ms before`, most: 1 },
  ]
  return rows.map(({ what, most }, row) =>
    compareMedians(`${what}, ${label}`, measured, (times) => times[row] ?? NaN, most),
  )
}

interface VisitedSite {
  readonly site: string
  readonly network: typeof LOCAL
  readonly lookedAtMs: number
}

async function visit(browser: Browser, { site, network, lookedAtMs }: VisitedSite, presses: Visit) {
  return visitOnPhone(browser, network, async (page, devtools) => {
    await page.addInitScript(observe)
    await page.goto(site + LISTING)
    await wait(lookedAtMs)
    return presses(page, devtools)
  })
}

async function press(page: Page, devtools: CDPSession, path: string, heldMs: number): Promise<number> {
  const picture = page.locator(`main a[href="${path}"]`).first()
  await picture.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await wait(heldMs)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const shownAfter = () => sessionStorage.getItem('shownAfter')
  // Runs in the page: not on every frame, which would slow down the measured work.
  const result = await page.waitForFunction(shownAfter, undefined, { polling: 500 })
  return Number(await result.jsonValue())
}

/** Runs in every page before its own scripts: records the time from the last click until the piece was painted. */
function observe(): void {
  const readClick = () =>
    JSON.parse(sessionStorage.getItem('clicked') ?? 'null') as { at: number; heading: string } | null
  const heading = () => document.querySelector('h1')
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const click = { at: performance.timeOrigin + timeStamp, heading: heading()?.textContent }
      sessionStorage.setItem('clicked', JSON.stringify(click))
      sessionStorage.removeItem('shownAfter')
      void measurePaint()
    },
    true,
  )
  const isInView = (element: Element | null) => {
    const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
    return bottom > 0 && top < innerHeight
  }
  const frame = () => new Promise(requestAnimationFrame)
  const shownPicture = () => {
    const base = location.pathname.slice(1).replace('/', '-')
    const picture = document.querySelector<HTMLImageElement>(`main img[src*="/${base}-1-"][fetchpriority]`)
    const isShown =
      heading() && heading()?.textContent !== readClick()?.heading && isInView(heading()) && isInView(picture)
    return isShown && picture?.complete ? picture : null
  }
  const measurePaint = async () => {
    while (!shownPicture()) await frame()
    await shownPicture()?.decode()
    // The second frame begins after the first has been painted.
    await frame()
    await frame()
    const shownAfter = performance.timeOrigin + performance.now() - (readClick()?.at ?? NaN)
    sessionStorage.setItem('shownAfter', String(shownAfter))
  }
  if (readClick()) void measurePaint()
}

interface Floor {
  readonly url: string
  close(): void
}

/** Pages and pictures are served from memory, pages compressed. */
async function serveFloor(shopUrl: string): Promise<Floor> {
  const files = new Map<string, { type: string; body: Buffer }>()
  const add = (path: string, type: string, body: Buffer) => files.set(path, { type, body })
  add(LISTING, 'text/html', gzipSync(barePage('Rings', CARDS.map(cardHtml).join(''))))
  for (const path of CARDS) {
    const html = await (await fetch(shopUrl + path)).text()
    add(path, 'text/html', gzipSync(barePage(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '', pieceHtml(path))))
    for (const width of PRODUCT_PICTURE_WIDTHS) {
      const picture = `${pictureBase(productAt(path), 1)}-${width}.avif`
      add(picture, 'image/avif', Buffer.from(await (await fetch(shopUrl + picture)).arrayBuffer()))
    }
  }
  const server = createServer(({ url = '' }, response) => {
    const { type = 'text/plain', body } = files.get(url) ?? {}
    const encoding = type === 'text/html' && { 'content-encoding': 'gzip' }
    response.writeHead(body ? 200 : 404, { 'content-type': type, ...encoding }).end(body)
  })
  server.listen(0)
  return { url: `http://localhost:${portOf(server)}`, close: () => server.close() }
}

function productAt(path: string): PicturedProduct {
  return { type: 'rings', id: Number(path.split('/').at(-1)), firstPhotograph: null }
}

const barePage = (heading: string, content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title>
<main><h1>${heading}</h1>${content}</main></html>`

const cardHtml = (path: string) => `<p><a href="${path}">${pictureHtml(path, '50vw', 170)}</a></p>`

const pieceHtml = (path: string) => `<p>₹84,500</p>${pictureHtml(path, '100vw', 358)}`

const pictureHtml = (path: string, sizes: string, width: number) => {
  const base = pictureBase(productAt(path), 1)
  const sources = PRODUCT_PICTURE_WIDTHS.map((each) => `${base}-${each}.avif ${each}w`).join(', ')
  return `<img src="${base}-640.avif" srcset="${sources}" sizes="${sizes}" width="${width}" height="${width}" fetchpriority="high" alt="">`
}
