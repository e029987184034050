/** The bytes that the first visit of a page transfers, by kind. */
import { brotliCompressSync } from 'node:zlib'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { launchBrowser } from '../../testing/machine.ts'
import { openServer } from '../../testing/server.ts'
import { serveBarePages } from '../bare-pages.ts'
import type { Measurement, Part } from '../part.ts'
import { FAST_4G, visitOnPhone } from '../phone.ts'

const KB = 1024
const PAGES = { home: '/', listing: '/rings', detail: '/rings/801', cart: '/cart' } as const
/** After hydration: parts of low priority may follow. */
const SETTLE_MS = 4000
const SCRIPTS_MAX_KB = 130

export const size: Part = {
  title: 'Bytes of a first visit',
  method: `The bytes that a phone of 390 × 844 at two pixels each transfers on 4G without a press or a scroll, compressed, with headers. Styles are part of the HTML.
Scripts in advance are those of likely next pages and of later parts, which load when the phone is idle. The floor is a
bare HTML page with the same heading and largest picture.`,
  measure,
}

const KINDS = ['HTML', 'scripts', 'scripts in advance', 'fonts', 'pictures'] as const
type Kind = (typeof KINDS)[number]
const KIND_OF_TYPE: Readonly<Record<string, Kind>> = {
  Document: 'HTML',
  Script: 'scripts in advance',
  Font: 'fonts',
  Image: 'pictures',
}

async function measure(): Promise<readonly Measurement[]> {
  const server = await openServer()
  const browser = await launchBrowser()
  const floor = await serveBarePages(browser, server.url, Object.values(PAGES))
  try {
    const rows: Measurement[] = []
    for (const [page, path] of Object.entries(PAGES)) {
      const bytes = await transferredBytes(browser, server.url + path)
      const floorBytes = await transferredBytes(browser, floor.url + path)
      for (const kind of KINDS) rows.push(rowOf(page, kind, bytes, floorBytes))
      rows.push({ what: `${page}: styles in the HTML`, value: inKb(await styleBytes(server.url + path)) })
    }
    return rows
  } finally {
    floor.close()
    await browser.close()
    await server.close()
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
  return visitOnPhone(browser, FAST_4G, async (page, devtools) => {
    const html = await (await fetch(url)).text()
    const kinds = new Map<string, Kind | undefined>()
    const bytes: Bytes = { HTML: 0, scripts: 0, 'scripts in advance': 0, fonts: 0, pictures: 0 }
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      const isNamed = type === 'Script' && html.includes(new URL(response.url).pathname)
      kinds.set(requestId, isNamed ? 'scripts' : KIND_OF_TYPE[type])
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind) bytes[kind] += encodedDataLength
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
