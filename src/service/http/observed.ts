import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestServed, Telemetry } from '../../contract/telemetry.ts'

/** What becomes known of a request while it is served. */
export interface Noted {
  operation: string
  code?: string
  caller?: string
  request_id?: string
}

/** The two ends of node of a request; absent where an entry of this program passes it on, which has noted it already. */
export interface RequestEnds {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

export interface Observing {
  readonly surface: RequestServed['surface']
  readonly request: Request
  /** The path of its address. */
  readonly path: string
  readonly ends: RequestEnds
}

/** What every path is until it is known to be another. */
const UNKNOWN = 'unknown'

/** Paths that are asked every few seconds: no trace has them. */
const PROBES: ReadonlySet<string> = new Set(['health', 'readiness'])
const PROBE_PATHS: Readonly<Record<string, string>> = { '/healthz': 'health', '/readyz': 'readiness' }

/**
 * Serves a request within a span, and tells of it once its answer was sent. `work` notes what it finds out and gives the status. Where
 * nobody wants to know, it does the work and no more.
 */
export async function observed(
  telemetry: Telemetry,
  { surface, request, path, ends }: Observing,
  work: (noted: Noted) => Promise<number>,
): Promise<void> {
  const noted: Noted = { operation: UNKNOWN }
  if (!telemetry.counts && !telemetry.traces) return void (await work(noted))
  const probe = PROBE_PATHS[path]
  if (probe !== undefined) noted.operation = probe
  const { method } = request
  const ended = timed(telemetry, { surface, method, noted, ends })
  if (PROBES.has(noted.operation)) return ended(await work(noted))
  const parent = request.headers.get('traceparent')
  const attributes = { 'http.request.method': method }
  await telemetry.inSpan({ name: `${surface} ${UNKNOWN}`, kind: 'server', parent, attributes }, async span => {
    const status = await work(noted)
    span.rename(`${surface} ${noted.operation}`)
    const { code, request_id } = noted
    span.tell({
      'http.response.status_code': status,
      ...(request_id !== undefined && { request_id }),
      ...(code !== undefined && { 'error.type': code }),
    })
    ended(status)
  })
}

/** The same for what node's own listeners serve: it is told of, without a span. */
export function observedListener(
  telemetry: Telemetry,
  { surface, operation }: Pick<RequestServed, 'surface' | 'operation'>,
  ends: Required<RequestEnds>,
): void {
  if (!telemetry.counts) return
  const ended = timed(telemetry, { surface, method: ends.incoming.method ?? '', noted: { operation }, ends })
  ends.outgoing.once('close', () => ended(ends.outgoing.statusCode))
}

interface Timed extends Pick<RequestServed, 'surface' | 'method'> {
  readonly noted: Noted
  readonly ends: RequestEnds
}

/** Begins to count time and bytes. What is returned takes the status, and tells of the request when its answer was sent or broke off. */
function timed(telemetry: Telemetry, { surface, method, noted, ends }: Timed): (status: number) => void {
  const began = performance.now()
  const { incoming, outgoing } = ends
  // The response lets go of its connection when it ends.
  const socket = incoming?.socket
  const sent = socket?.bytesWritten ?? 0
  return status => {
    const place = telemetry.place()
    const tell = (): void =>
      telemetry.happened({
        ...{ what: 'request', surface, method, status, place },
        ...{ operation: noted.operation, code: noted.code, request_id: noted.request_id, caller: noted.caller },
        seconds: (performance.now() - began) / 1000,
        aborted: outgoing !== undefined && !outgoing.writableFinished,
        bytes_in: Number(incoming?.headers['content-length'] ?? 0) || 0,
        bytes_out: (socket?.bytesWritten ?? 0) - sent,
      })
    if (outgoing === undefined || outgoing.closed) tell()
    else outgoing.once('close', tell)
  }
}
