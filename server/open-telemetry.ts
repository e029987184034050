/**
 * Exports spans by OTLP over HTTP. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. It does not register with
 * OpenTelemetry's global API: libraries would add spans of their own, with error messages to which our rules about
 * personal data do not apply.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span as SdkSpan,
  type SpanContext,
  type SpanOptions as SdkSpanOptions,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from './env.ts'
import { errorFields, type Log } from './log.ts'
import { withTimeout } from './timeout.ts'
import { NO_SPAN, type Span, type SpanOptions, type Tracing } from './tracing.ts'

const EXPORT_TIMEOUT_MS = 5000
/** The remaining spans are sent as the server stops, within the time that supervisors give it. */
const CLOSE_TIMEOUT_MS = 2000

const DISCARDED = 'discarded'

const KINDS: Readonly<Record<SpanOptions['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  job: SpanKind.CONSUMER,
}

interface OpenTelemetry extends Tracing {
  close(): Promise<void>
}

export function createTracing({ endpoint, ratio }: TracingSettings, log: Log): OpenTelemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    // Sampled by trace id, not by the flag of an external caller.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'swarnika', 'host.name': hostname() }),
    ),
    spanProcessors: [
      withoutDiscarded(
        new BatchSpanProcessor({
          exporter: reportingFailures(exporter, log),
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ),
    ],
  })
  const tracer = provider.getTracer('swarnika')
  const running = new AsyncLocalStorage<SdkSpan>()

  return {
    async inSpan(options, work) {
      const parent = running.getStore()
      if (!parent && options.kind !== 'server' && options.kind !== 'job') return work(NO_SPAN)
      const span = tracer.startSpan(options.name, sdkOptions(options), contextOf(options, parent))
      try {
        return await running.run(span, () => work(spanOf(span)))
      } catch (error) {
        spanOf(span).fail(String(errorFields(error).code ?? errorFields(error).error))
        throw error
      } finally {
        span.end()
      }
    },
    current() {
      const span = running.getStore()
      if (!span?.isRecording()) return null
      const { traceId, spanId } = span.spanContext()
      return { traceId, traceparent: `00-${traceId}-${spanId}-01` }
    },
    async close() {
      await withTimeout(provider.shutdown(), CLOSE_TIMEOUT_MS).catch(() => null)
    },
  }
}

function contextOf({ parent }: SpanOptions, running: SdkSpan | undefined): Context {
  const remote = parseTraceparent(parent)
  if (remote) return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
  return running ? trace.setSpan(ROOT_CONTEXT, running) : ROOT_CONTEXT
}

function sdkOptions({ kind, attributes, causedBy = [], startedAt }: SpanOptions): SdkSpanOptions {
  const links = causedBy.flatMap((each): Link[] => {
    const context = parseTraceparent(each)
    return context ? [{ context }] : []
  })
  return {
    kind: KINDS[kind],
    links,
    ...(attributes && { attributes: { ...attributes } }),
    ...(startedAt !== undefined && { startTime: performance.timeOrigin + startedAt }),
  }
}

/** W3C Trace Context, version 00. */
function parseTraceparent(text: string | null | undefined): SpanContext | null {
  const [, traceId = '', spanId = ''] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(text ?? '') ?? []
  const parsed = { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
  return isSpanContextValid(parsed) ? parsed : null
}

function spanOf(span: SdkSpan): Span {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail(errorType) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', errorType)
    },
    discard: () => void span.setAttribute(DISCARDED, true),
  }
}

/** Holds the spans of a job until it ends, because only then is it known whether there was work. */
function withoutDiscarded(next: SpanProcessor): SpanProcessor {
  const waiting = new Map<string, ReadableSpan[]>()
  const isOfJob = ({ kind }: ReadableSpan) => kind === SpanKind.CONSUMER
  return {
    onStart(span, context) {
      if (isOfJob(span)) waiting.set(span.spanContext().traceId, [])
      next.onStart(span, context)
    },
    onEnd(span) {
      const { traceId } = span.spanContext()
      const spans = waiting.get(traceId)
      if (!spans) return next.onEnd(span)
      spans.push(span)
      if (!isOfJob(span)) return
      waiting.delete(traceId)
      if (span.attributes[DISCARDED] !== true) for (const each of spans) next.onEnd(each)
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}

/** Logs one line when it begins to fail; without traces the shop works as before. */
function reportingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined
        if (hasFailed && !isFailing) log.warn('traces not exported', errorFields(result.error))
        isFailing = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
