import { writeSync } from 'node:fs'
import type { RequestServed } from '../contract/telemetry.ts'

/** Writes one line; standard error unless given. */
export type WriteLine = (line: string) => void

const toStderr: WriteLine = line => {
  try {
    writeSync(2, line)
  } catch {
    // Nobody can be told.
  }
}

/**
 * Logs each request as a line of JSON. It has the operation and no address: paths and queries of links are secrets, and paths have
 * names of files. Nothing that a caller wrote is in it.
 */
export function createRequestLog(write: WriteLine = toStderr, clock: () => number = Date.now) {
  return (served: RequestServed): void => {
    const { surface, method, operation, status, seconds, code, aborted, request_id, caller } = served
    const { bytes_in, bytes_out, place } = served
    const line = {
      time: clock(),
      name: 'request',
      ...{ surface, method, operation, status, ms: Math.round(seconds * 1000), code, request_id, caller },
      ...(aborted && { aborted }),
      ...{ bytes_in, bytes_out },
      ...(place && { trace_id: place.trace_id, span_id: place.span_id }),
    }
    write(`${JSON.stringify(line)}\n`)
  }
}
