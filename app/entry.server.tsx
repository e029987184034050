import { renderToReadableStream } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'

/** For the server, which uses it to render its current edition (server/render-worker.ts). */
export { requestContext } from '#app/state/collection.server.ts'

const RENDER_TIMEOUT_MS = 5000

/** Sends complete pages, never streams: a prerendered page becomes a file, and other pages have their data already. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const page = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    progressiveChunkSize: Infinity,
  })
  await page.allReady
  return new Response(page, { status, headers })
}

/** A 404 is a response, not an error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  // oxlint-disable-next-line no-console -- the renderer has no logger; the server's log captures the console
  console.error(error)
}
