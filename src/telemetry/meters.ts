import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Happening, SharedState } from '../contract/telemetry.ts'

/** From an answer out of memory to a job of an hour, in seconds. */
const SHORT = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const LONG = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600]

/** What each thing that happened adds to which metric, by its name. */
export type Meters = {
  readonly [What in Happening['what']]: (happening: Extract<Happening, { readonly what: What }>) => void
}

/** The most values of a label that are kept apart; further ones are `other`. None comes near: it keeps a mistake from filling the memory. */
const MOST_VALUES = 200

/** Makes the metrics of what happens in this process. Their labels are words of lists: no id, no address, no name that a person gave. */
export function createMeters(registry: Registry): Meters {
  const registers = [registry]
  const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets, registers })
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers })

  const requests = histogram(
    'translation_http_request_duration_seconds',
    'Requests that were answered, and how long each took until its answer was sent.',
    ['surface', 'operation', 'status'],
    SHORT,
  )
  const refusals = counter('translation_http_refusals_total', 'Requests that were refused, by the code of the error.', [
    'surface',
    'code',
  ])
  const tools = histogram(
    'translation_mcp_tool_call_duration_seconds',
    'Calls of tools by assistants, and how long each took.',
    ['tool', 'outcome'],
    SHORT,
  )
  const jobs = histogram(
    'translation_job_duration_seconds',
    'Turns of work on a translation, and how long each took; one that is put off or given back is taken up again.',
    ['kind', 'outcome'],
    LONG,
  )
  const calls = histogram(
    'translation_engine_call_duration_seconds',
    'Calls of engines, and how long each took.',
    ['engine', 'outcome'],
    LONG,
  )
  const segments = counter('translation_engine_segments_total', 'Segments that engines were sent.', ['engine'])
  const charged = {
    characters: counter('translation_engine_characters_total', 'Characters that engines charged their accounts.', [
      'engine',
    ]),
    tokens: counter('translation_engine_tokens_total', 'Tokens that engines charged their accounts.', ['engine']),
  }
  const stored = counter('translation_files_stored_bytes_total', 'Bytes of files that were stored.', [])
  const bounded = boundedLabels()

  return {
    request({ surface, operation, status, seconds, code }) {
      requests.observe(bounded({ surface, operation, status: String(status) }), seconds)
      if (code !== undefined) refusals.inc(bounded({ surface, code }))
    },
    tool_call: ({ tool, outcome, seconds }) => tools.observe(bounded({ tool, outcome }), seconds),
    job: ({ kind, outcome, seconds }) => jobs.observe(bounded({ kind, outcome }), seconds),
    engine_call({ engine, outcome, segments: sent, seconds }) {
      calls.observe(bounded({ engine, outcome }), seconds)
      segments.inc(bounded({ engine }), sent)
    },
    engine_charge: ({ engine, unit, amount }) => charged[unit].inc(bounded({ engine }), amount),
    file_stored: ({ bytes }) => stored.inc(bytes),
  }
}

type Labels = Readonly<Record<string, string>>

function boundedLabels(): (labels: Labels) => Labels {
  const known = new Map<string, Set<string>>()
  const bounded = (label: string, value: string): string => {
    const values = known.get(label) ?? new Set()
    known.set(label, values)
    if (values.has(value)) return value
    if (values.size >= MOST_VALUES) return 'other'
    values.add(value)
    return value
  }
  return labels => Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, bounded(label, value)]))
}

const KINDS = ['analyze', 'translate'] as const
const STATES = ['waiting', 'running', 'put_off', 'with_caller'] as const

/**
 * Makes the metrics of the database: alike at each process that shares it. The function returned sets them to what it says now; with
 * undefined, where it is away, they are left out.
 */
export function createSharedMeters(registry: Registry): (state: SharedState | undefined) => void {
  const registers = [registry]
  const labelNames = ['kind', 'state']
  const up = new Gauge({
    name: 'translation_database_up',
    help: '1 where the database answered this scrape; where not, work and credits are left out.',
    registers,
  })
  const jobs = new Gauge({ name: 'translation_jobs', help: 'Work in the database, by state.', labelNames, registers })
  const oldest = new Gauge({
    name: 'translation_jobs_oldest_seconds',
    help: 'Age of the oldest work in each state; 0 where there is none.',
    labelNames,
    registers,
  })
  const reserved = new Gauge({
    name: 'translation_credits_reserved',
    help: 'Credits that approved work holds.',
    registers,
  })
  const settled = new Counter({
    name: 'translation_credits_settled_total',
    help: 'Credits that were spent since the database was made.',
    registers,
  })
  return state => {
    up.set(state === undefined ? 0 : 1)
    for (const meter of [jobs, oldest, reserved, settled]) meter.reset()
    if (state === undefined) {
      reserved.remove()
      settled.remove()
      return
    }
    for (const kind of KINDS) {
      for (const at of STATES) {
        const found = state.jobs.find(one => one.kind === kind && one.state === at)
        jobs.set({ kind, state: at }, found?.count ?? 0)
        oldest.set({ kind, state: at }, found?.oldest_seconds ?? 0)
      }
    }
    reserved.set(state.credits.reserved)
    settled.inc(state.credits.settled)
  }
}
