/** The shop over a connection so slow that the browser paints each page many times before its HTML is complete. */
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listenOnFreePort } from '#server/testing.ts'

/** The most characters in a part. Parts end with each link and button too: the space of a row fills from one end. */
const PART_LENGTH = 1500
/** A browser paints at most every 16 ms. */
const BETWEEN_PARTS_MS = 25

/** `origin` is that of the shop; the returned address serves the same pages and files. */
export async function serveInParts(origin: string): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const upstream = await fetch(origin + (request.url ?? ''))
    const type = upstream.headers.get('content-type') ?? ''
    const body = Buffer.from(await upstream.arrayBuffer())
    response.writeHead(upstream.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(body)
    for (const part of partsOf(body.toString())) {
      response.write(part)
      await wait(BETWEEN_PARTS_MS)
    }
    return response.end()
  })
  const port = await listenOnFreePort(server, 'localhost')
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function partsOf(html: string): readonly string[] {
  const start = html.indexOf('<body')
  const parts = [html.slice(0, start)]
  for (const part of html.slice(start).split(/(?<=<\/(?:a|button)>)/))
    for (let from = 0; from < part.length; from += PART_LENGTH)
      parts.push(part.slice(from, from + PART_LENGTH))
  return parts
}
