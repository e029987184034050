/** The baseline of a page: a bare HTML page with the same largest element, from memory. */
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { portOf } from '#server/testing.ts'
import { LOCAL, visitOnPhone } from './phone.ts'

export interface BarePages {
  readonly url: string
  close(): void
}

/** Has a page under each of the paths of the shop. */
export async function serveBarePages(
  browser: Browser,
  shopUrl: string,
  paths: readonly string[],
): Promise<BarePages> {
  const pages = new Map<string, Buffer>()
  for (const path of paths) pages.set(path, gzipSync(await barePage(browser, shopUrl + path)))
  const pictures = new Map<string, Buffer>()
  const server = createServer(({ url = '' }, response) => {
    const page = pages.get(url)
    if (page) response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(page)
    else if (!url.startsWith('/pictures/')) response.writeHead(404).end()
    else
      void readPicture(url).then((body) =>
        response.writeHead(200, { 'content-type': 'image/avif' }).end(body),
      )
  })
  const readPicture = async (path: string) => {
    const body = pictures.get(path) ?? Buffer.from(await (await fetch(shopUrl + path)).arrayBuffer())
    pictures.set(path, body)
    return body
  }
  server.listen(0)
  return { url: `http://localhost:${portOf(server)}`, close: () => server.close() }
}

/** Its picture is as large as on the shop's page. A page without a picture has its heading. */
async function barePage(browser: Browser, url: string): Promise<string> {
  return visitOnPhone(browser, LOCAL, async (page) => {
    await page.goto(url)
    const heading = await page.locator('h1').first().innerText()
    const picture = page.locator('picture:has(img[fetchpriority=high])').first()
    const isPicture = (await picture.count()) > 0
    const box = isPicture ? await picture.locator('img').boundingBox() : null
    const html = isPicture ? await picture.evaluate((element) => element.outerHTML) : ''
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title>
<style>img { width: ${box?.width ?? 0}px; height: ${box?.height ?? 0}px; object-fit: cover }</style>
<main><h1>${heading}</h1>${html}</main></html>`
  })
}
