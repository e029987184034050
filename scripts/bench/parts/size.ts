/** The bytes that the first visit of a page transfers, by kind. */
import { brotliCompressSync } from 'node:zlib'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright'
import { browserPath } from '../../../e2e/support/browser.ts'
import { installBrowser } from '../../testing/machine.ts'
import { openShop } from '../../testing/shop.ts'
import { serveBarePages } from '../bare-pages.ts'
import type { Measurement, Part } from '../part.ts'
import { LOCAL, visitOnPhone } from '../phone.ts'

const KB = 1024
const PAGES = { home: '/', listing: '/rings', detail: '/rings/801', cart: '/cart' } as const
/** After hydration: parts of low priority may follow. */
const SETTLE_MS = 4000
const SCRIPTS_MAX_KB = 130

export const size: Part = {
  title: 'Bytes of a first visit',
  method: `What a phone of 390 × 844 transfers without a press or a scroll, compressed, with headers. Styles are part of the HTML.
The floor is a bare HTML page with the same heading and largest picture.`,
  measure,
}

const KINDS = { HTML: 'Document', scripts: 'Script', fonts: 'Font', pictures: 'Image' } as const
type Kind = keyof typeof KINDS

async function measure(): Promise<readonly Measurement[]> {
  await installBrowser()
  const shop = await openShop()
  const executablePath = browserPath()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const floor = await serveBarePages(browser, shop.url, Object.values(PAGES))
  try {
    const rows: Measurement[] = []
    for (const [page, path] of Object.entries(PAGES)) {
      const bytes = await transferredBytes(browser, shop.url + path)
      const floorBytes = await transferredBytes(browser, floor.url + path)
      // Object.keys types them as string.
      for (const kind of Object.keys(KINDS) as Kind[]) rows.push(rowOf(page, kind, bytes, floorBytes))
      rows.push({ what: `${page}: styles in the HTML`, value: inKb(await styleBytes(shop.url + path)) })
    }
    return rows
  } finally {
    floor.close()
    await browser.close()
    await shop.close()
  }
}

type Bytes = Record<Kind, number>

function rowOf(page: string, kind: Kind, bytes: Bytes, floor: Bytes): Measurement {
  return {
    what: `${page}: ${kind}`,
    value: inKb(bytes[kind]),
    floor: inKb(floor[kind]),
    ...(kind === 'scripts' && {
      goal: `at most ${SCRIPTS_MAX_KB} KB`,
      isReached: bytes[kind] <= SCRIPTS_MAX_KB * KB,
    }),
  }
}

function inKb(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`
}

async function transferredBytes(browser: Browser, url: string): Promise<Bytes> {
  return visitOnPhone(browser, LOCAL, async (page, devtools) => {
    const kinds = new Map<string, string>()
    const bytes: Bytes = { HTML: 0, scripts: 0, fonts: 0, pictures: 0 }
    devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      for (const kind of Object.keys(KINDS) as Kind[])
        if (kinds.get(requestId) === KINDS[kind]) bytes[kind] += encodedDataLength
    })
    await page.goto(url)
    await wait(SETTLE_MS)
    return bytes
  })
}

async function styleBytes(url: string): Promise<number> {
  const [, styles = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(await (await fetch(url)).text()) ?? []
  return brotliCompressSync(styles).length
}
