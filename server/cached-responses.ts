/**
 * Answers requests for pages and files in memory ahead of the app, whose middleware costs ten times as much as sending
 * them. Headers and log are those of the app.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { isInMemory, type Reply, type RequestHead } from './files.ts'
import { logRequest, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Pages } from './pages.ts'
import type { Readiness } from './readiness.ts'
import { commonHeaders, type ExternalOrigins } from './security.ts'
import { inSpan, requestSpan } from './tracing.ts'

/** Resolves with false if the app has to answer. */
export type SendCached = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>

interface CachedResponderDeps {
  readonly pages: Pages
  readonly readiness: Pick<Readiness, 'isStopping'>
  readonly externalOrigins: ExternalOrigins
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'observeRequest'> | undefined
}

export function createCachedResponder({
  pages,
  readiness,
  externalOrigins,
  log,
  metrics,
}: CachedResponderDeps): SendCached {
  const common = commonHeaders(externalOrigins)
  return async ({ method = '', url = '', headers }, outgoing) => {
    if (method !== 'GET' && method !== 'HEAD') return false
    const startedAt = performance.now()
    const head = {
      method,
      acceptEncoding: String(headers['accept-encoding'] ?? ''),
      ifNoneMatch: headers['if-none-match'] ?? null,
    }
    // The app meets the same error, and reports it.
    const reply = await pages.cached(url, head).catch(() => null)
    if (!reply || (reply.body && !isInMemory(reply.body)) || mayBeCompressed(reply, head)) return false
    const requestId = crypto.randomUUID()
    const { status } = reply
    outgoing.writeHead(status, {
      ...reply.headers,
      ...common,
      'x-request-id': requestId,
      // A kept-alive connection would tie its browser or proxy to a server that is about to stop.
      ...(readiness.isStopping() && { connection: 'close' }),
    })
    outgoing.end(reply.body)
    logRequest(log, { requestId, method, path: url, status, startedAt })
    metrics?.observeRequest({ method, route: IN_MEMORY, status, startedAt })
    await inSpan(
      () => ({ ...requestSpan({ method, route: IN_MEMORY, status }), kind: 'server', startedAt }),
      async () => {},
    )
    return true
  }
}

/** Pages and files have one route for metrics, as the app's `*`. */
const IN_MEMORY = 'in memory'

const COMPRESSED_MIN = 1024

/** Handled by the app, for the few clients that accept none of the prepared encodings. */
function mayBeCompressed({ status, headers }: Reply, { acceptEncoding }: RequestHead): boolean {
  return (
    status === 200 &&
    acceptEncoding !== '' &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length']) >= COMPRESSED_MIN &&
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers['content-type'] ?? '')
  )
}
