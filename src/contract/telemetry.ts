/**
 * What the rooms tell an operator of their work, as they tell it: what happened, and what a span of a trace covers. Who counts, logs
 * and sends it is in the room telemetry, which is loaded only where it is set up. Everywhere else this is the silent one.
 */

/** The end of a request. Its ids are for the log of requests; a metric has none of them. */
export interface RequestServed {
  readonly what: 'request'
  /** Which of our two entries was called. */
  readonly surface: 'mcp' | 'api'
  readonly method: string
  /** An operation of the contract, a method of MCP or the name of a page: one of a list, never a path. */
  readonly operation: string
  readonly status: number
  readonly seconds: number
  /** The code of the error it was refused with. */
  readonly code: string | undefined
  /** The caller went before the answer was whole. */
  readonly aborted: boolean
  readonly request_id: string | undefined
  /** The id of the key or connection, never a secret. */
  readonly caller: string | undefined
  /** Bytes of the body that came, as far as it was announced, and bytes that were sent, with headers. */
  readonly bytes_in: number
  readonly bytes_out: number
  readonly place: TracePlace | undefined
}

/** Something that happened. Plain data, so that a thread can post it. */
export type Happening =
  | RequestServed
  | { readonly what: 'tool_call'; readonly tool: string; readonly outcome: ToolOutcome; readonly seconds: number }
  | { readonly what: 'job'; readonly kind: string; readonly outcome: string; readonly seconds: number }
  | {
      readonly what: 'engine_call'
      readonly engine: string
      /** `ok`, or the kind of its failure. */
      readonly outcome: string
      readonly segments: number
      readonly seconds: number
    }
  /** What an engine charged its account. */
  | {
      readonly what: 'engine_charge'
      readonly engine: string
      readonly unit: 'characters' | 'tokens'
      readonly amount: number
    }
  | { readonly what: 'file_stored'; readonly bytes: number }

/** `asked`: the call ended with a question to the person. */
export type ToolOutcome = 'ok' | 'asked' | 'refused' | 'failed'

/** Work that waits or is under way, and since when. */
export interface WorkNow {
  readonly kind: 'analyze' | 'translate'
  /** `waiting`: for a worker; `running`: one holds it; `put_off`: for an obstacle to pass; `with_caller`: for the caller's own model. */
  readonly state: 'waiting' | 'running' | 'put_off' | 'with_caller'
  readonly count: number
  /** Age of the oldest, in seconds. */
  readonly oldest_seconds: number
}

/** What the database says of all processes that share it. */
export interface SharedState {
  readonly jobs: readonly WorkNow[]
  readonly credits: { readonly settled: number; readonly reserved: number }
}

/** How a span is begun. Names and attributes hold no secret, no address, no file name and no text of a file. */
export interface SpanFacts {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  /** The `traceparent` (W3C Trace Context) of what called; without one it is a part of what is under way here. */
  readonly parent?: string | null | undefined
  readonly attributes?: SpanAttributes
}

/** `error.type` makes the span one that failed. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A span that is under way. */
export interface OpenSpan {
  rename(name: string): void
  tell(attributes: SpanAttributes): void
}

/** The span under way: its ids in hex, and the same as the value of the header `traceparent`. */
export interface TracePlace {
  readonly trace_id: string
  readonly span_id: string
  readonly traceparent: string
}

export interface Telemetry {
  /** Whether anybody wants to know what happened. */
  readonly counts: boolean
  /** Whether spans go anywhere. */
  readonly traces: boolean
  happened(happening: Happening): void
  /** Does `work` within a span, which ends with it. What it throws names the error by its code or name, never by its message. */
  inSpan<Value>(facts: SpanFacts, work: (span: OpenSpan) => Promise<Value>): Promise<Value>
  /** Undefined outside of a span. */
  place(): TracePlace | undefined
}

const NO_SPAN: OpenSpan = { rename: () => undefined, tell: () => undefined }

/** Tells nobody anything. */
export const SILENT: Telemetry = {
  counts: false,
  traces: false,
  happened: () => undefined,
  inSpan: (_, work) => work(NO_SPAN),
  place: () => undefined,
}

/** The ids of the span under way, for a line of a log; none outside of a span. */
export function idsOf(telemetry: Pick<Telemetry, 'place'>): { trace_id?: string; span_id?: string } {
  const place = telemetry.place()
  return place === undefined ? {} : { trace_id: place.trace_id, span_id: place.span_id }
}

/** `traceparent` of W3C Trace Context, version 00: version, trace, parent, flags; none of the ids is all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The parts of a `traceparent`; undefined for anything else, which is as if none had come. */
export function parsedTraceparent(text: unknown) {
  const [, trace_id, span_id, flags] = (typeof text === 'string' && TRACEPARENT.exec(text)) || []
  if (trace_id === undefined || span_id === undefined || flags === undefined) return undefined
  return { trace_id, span_id, flags: Number.parseInt(flags, 16) }
}
