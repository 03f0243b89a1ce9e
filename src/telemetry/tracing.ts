import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type OpenSpan, parsedTraceparent, type SpanFacts, type Telemetry } from '../contract/telemetry.ts'

/** The half of telemetry that makes spans. */
export interface Tracing extends Pick<Telemetry, 'inSpan' | 'place'> {
  /** Sends what was not sent yet, and ends; within a second. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** Of this program; undefined where it is not known, as in a thread. */
  readonly version: string | undefined
  /** Told when spans could not be sent, at most once a minute. It is not told why: the reason may quote an address. */
  readonly failed: () => void
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const
const NAME = 'translation-mcp'
const CLOSE_MS = 1000
const TOLD_MS = 60_000

/**
 * Spans by the SDK of OpenTelemetry, sent by OTLP over HTTP as JSON. Where to, with which headers, under which name and how many of
 * them is what the usual variables say (OTEL_EXPORTER_OTLP_*, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_BSP_*).
 */
export function createTracing({ version, failed }: TracingOptions): Tracing {
  tellFailures(failed)
  const own = resourceFromAttributes({ 'service.name': NAME, ...(version && { 'service.version': version }) })
  const named = detectResources({ detectors: [envDetector] })
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(own).merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer(NAME, version)
  // Not the global one of the library: several services of one process, as in tests, are apart.
  const ambient = new AsyncLocalStorage<Context>()

  async function inSpan<Value>(
    { name, kind, parent, attributes = {} }: SpanFacts,
    work: (span: OpenSpan) => Promise<Value>,
  ): Promise<Value> {
    const above = contextOf(parent) ?? ambient.getStore() ?? ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, above)
    const open = {
      rename: (to: string) => void span.updateName(to),
      tell(more: SpanFacts['attributes'] = {}) {
        span.setAttributes(more)
        if (more['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      },
    }
    try {
      return await ambient.run(trace.setSpan(above, span), () => work(open))
    } catch (error) {
      open.tell({ 'error.type': typeOf(error) })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    inSpan,
    place: () => placeOf(trace.getSpan(ambient.getStore() ?? ROOT_CONTEXT)),
    async close() {
      const late = new Promise(resolve => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(failed), late])
    },
  }
}

/** A context in which the span of another process is under way; undefined where what it sent is no `traceparent`. */
function contextOf(parent: string | null | undefined): Context | undefined {
  const parsed = parsedTraceparent(parent)
  if (parsed === undefined) return undefined
  const { trace_id: traceId, span_id: spanId, flags: traceFlags } = parsed
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function placeOf(span: Span | undefined) {
  if (span === undefined) return undefined
  const { traceId: trace_id, spanId: span_id, traceFlags } = span.spanContext()
  const flags = traceFlags.toString(16).padStart(2, '0')
  return { trace_id, span_id, traceparent: `00-${trace_id}-${span_id}-${flags}` }
}

/** The code of an error, or its name: words of the program, never of a file. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'kind' in error && typeof error.kind === 'string' ? error.kind : error.name
}

/** The libraries say what they cannot do to a log of their own. */
function tellFailures(failed: () => void): void {
  let toldUntil = 0
  const tell = () => {
    if (Date.now() < toldUntil) return
    toldUntil = Date.now() + TOLD_MS
    failed()
  }
  const nothing = () => undefined
  const logger = { error: tell, warn: nothing, info: nothing, debug: nothing, verbose: nothing }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}
