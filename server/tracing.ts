/**
 * Spans of requests, jobs, statements and provider calls, for a trace collector (docs/operations.md, Tracing). Off by
 * default: then work runs without overhead. Names and attributes come only from the code: never a path with its ids, a
 * query, a value of a statement or the message of an error, each of which may hold personal data.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  readonly name: string
  /** A trace begins with a request or a job; work outside of one, such as a database health check, is not recorded. */
  readonly kind: 'server' | 'job' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** The `traceparent` of an external caller; by default the parent is the current span. */
  readonly parent?: string | undefined
  /** The `traceparent` of each request that caused this work earlier. */
  readonly causedBy?: readonly (string | null)[]
  /** By `performance.now()`; by default the span begins now. */
  readonly startedAt?: number
}

export interface Span {
  rename(name: string): void
  set(attributes: Attributes): void
  fail(errorType: string): void
  /** There was nothing to do: the span and everything within it are not exported. */
  discard(): void
}

export interface RunningSpan {
  readonly traceId: string
  readonly traceparent: string
}

export interface Tracing {
  inSpan<Result>(options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>
  /** The current span, if it is recorded. */
  current(): RunningSpan | null
}

/** For work that is not recorded. */
export const NO_SPAN: Span = { rename() {}, set() {}, fail() {}, discard() {} }

let tracing: Tracing | null = null

/** Null turns it off. One per process, because the active span is process-wide. */
export function setTracing(next: Tracing | null): void {
  tracing = next
}

/** The options are a function, so that they are computed only if they are used. */
export function inSpan<Result>(
  options: () => SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracing === null ? work(NO_SPAN) : tracing.inSpan(options(), work)
}

export function currentSpan(): RunningSpan | null {
  return tracing === null ? null : tracing.current()
}

/** The route is the pattern of the path, of which there are few; never the path itself. */
export function requestSpan({
  method,
  route,
  status,
}: {
  readonly method: string
  readonly route: string
  readonly status: number
}): Required<Pick<SpanOptions, 'name' | 'attributes'>> {
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  }
  return { name: `${method} ${route}`, attributes }
}

interface ProviderCall {
  readonly provider: string
  readonly method: string
  readonly path: string
}

/** One request to a provider. */
export function inProviderSpan<Response extends { readonly status: number }>(
  { provider, method, path }: ProviderCall,
  send: () => Promise<Response>,
): Promise<Response> {
  return inSpan(
    () => {
      const template = withoutIds(path)
      const attributes = {
        'peer.service': provider,
        'http.request.method': method,
        'url.template': template,
      }
      return { name: `${provider} ${method} ${template}`, kind: 'client', attributes }
    },
    async (span) => {
      const response = await send()
      span.set({ 'http.response.status_code': response.status })
      if (response.status >= 400) span.fail(String(response.status))
      return response
    },
  )
}

/** Providers name their endpoints by lower-case words; everything else in a path is an id, or a query. */
function withoutIds(path: string): string {
  return path.replace(/\?.*/s, '').replaceAll(/\/[a-z-]*[^a-z/-][^/]*/g, '/:id')
}
