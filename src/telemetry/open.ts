import { type Happening, type SharedState, SILENT, type Telemetry } from '../contract/telemetry.ts'
import type { MetricsServer } from './scraping.ts'
import type { Tracing } from './tracing.ts'

/** What is wanted, as the settings and variables say. */
export interface TelemetryWishes {
  readonly version: string
  readonly traces: boolean
  readonly request_log: boolean
  /** Where metrics are served; absent for none. */
  readonly metrics?: MetricsWish | undefined
  /** Tells the operator. */
  readonly warn: (message: string) => void
}

export interface MetricsWish {
  readonly port: number
  /** The address to listen on where there is a token; without one it is this machine alone. */
  readonly host: string
  readonly token: string | undefined
  /** What the database says now; absent where there is none here. */
  readonly shared?: (() => Promise<SharedState>) | undefined
}

/** Telemetry that is open, and how to end it. */
export interface OpenTelemetry extends Telemetry {
  /** Where metrics are served; undefined where they are not. */
  readonly metrics_url: string | undefined
  close(): Promise<void>
}

/** Opens what is wanted, and loads what it needs and no more. @throws {Error} EADDRINUSE, EACCES and such, from listening */
export async function openTelemetry(wishes: TelemetryWishes): Promise<OpenTelemetry> {
  const { metrics, traces, request_log, version, warn } = wishes
  const tracing = traces ? await loadTracing(version, warn) : undefined
  const logRequest = request_log ? (await import('./request-log.ts')).createRequestLog() : undefined
  const serving = metrics && (await loadMetrics(metrics, version))
  return {
    counts: serving !== undefined || logRequest !== undefined,
    traces,
    place: tracing?.place ?? SILENT.place,
    inSpan: tracing?.inSpan ?? SILENT.inSpan,
    metrics_url: serving?.url,
    happened(happening: Happening) {
      serving?.happened(happening)
      if (happening.what === 'request') logRequest?.(happening)
    },
    async close() {
      await Promise.all([serving?.close(), tracing?.close()])
    },
  }
}

async function loadTracing(version: string | undefined, warn: (message: string) => void): Promise<Tracing> {
  const { createTracing } = await import('./tracing.ts')
  return createTracing({
    version,
    failed: () => warn('Traces could not be sent to where OTEL_EXPORTER_OTLP_ENDPOINT says.'),
  })
}

async function loadMetrics(wish: MetricsWish, version: string): Promise<MetricsServer> {
  const { serveMetrics } = await import('./scraping.ts')
  return await serveMetrics(wish, version)
}

/**
 * Telemetry of a worker thread: what happened goes to its service, which counts it; its spans it sends itself. A thread that is ended
 * by force loses the spans of its last seconds.
 */
export async function openInThread(
  { traces, counts }: Pick<Telemetry, 'counts' | 'traces'>,
  { post, warn }: { readonly post: (happening: Happening) => void; readonly warn: (message: string) => void },
): Promise<Pick<OpenTelemetry, 'close'> & Telemetry> {
  const tracing = traces ? await loadTracing(undefined, warn) : undefined
  return {
    ...{ counts, traces },
    place: tracing?.place ?? SILENT.place,
    inSpan: tracing?.inSpan ?? SILENT.inSpan,
    happened: counts ? post : SILENT.happened,
    close: async () => tracing?.close(),
  }
}
