import { renderToReadableStream } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { deferScripts } from './defer-scripts.ts'

const RENDER_TIMEOUT_MS = 5000

/**
 * Whole pages, never streams: what is prerendered becomes a file, and the rest has nothing to wait for. So no page
 * carries scripts that would move late parts into their place.
 */
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
  return new Response(deferScripts(await new Response(page).text()), { status, headers })
}

/** A page that does not exist is an answer, not an error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  // oxlint-disable-next-line no-console -- the renderer has no other log, and the server's log takes in what is written here
  console.error(error)
}
