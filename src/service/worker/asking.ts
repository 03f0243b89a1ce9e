import { type Conditions, type Judged, judge } from '../../checks/index.ts'
import { limited } from '../../contract/limited.ts'
import { SILENT, type Telemetry } from '../../contract/telemetry.ts'
import { type Engine, EngineError, type EngineJob, type Segment, type Translated } from '../engine/engine.ts'
import type { Kept } from '../store/translations.ts'
import { better, keptOf, wantsRepair } from '../translation/kept.ts'
import { Stopped } from '../translation/stopped.ts'
import { createPatience, type Patience } from './patience.ts'
import { type Pause, pause } from './pause.ts'
import { until } from './until.ts'

/** What `askRound` needs. */
export interface Asking {
  readonly engine: Engine
  readonly job: EngineJob
  readonly conditions: Conditions
  /** Stops the work. */
  readonly stop: AbortSignal
  /** Takes each finished segment at once. */
  readonly keep: (kept: Kept) => void
  /** Called at each wait for an engine that is not available. In milliseconds. */
  readonly waits?: ((failure: EngineError, wait_ms: number) => void) | undefined
  /** The wait for an engine: in real time unless given. */
  readonly pause?: Pause | undefined
  /** Who is told of each call; nobody unless given. */
  readonly telemetry?: Telemetry
  /** Shared by the rounds of a job; of this round alone unless given. */
  readonly patience?: Patience | undefined
  /** The longest time for one call of the engine with all its tries, in milliseconds. `DEADLINE_MS` unless given. */
  readonly deadline_ms?: number
}

const DEADLINE_MS = 120_000
/** The first wait for an engine that is not available; each next one is twice as long. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 20_000

/**
 * Asks an engine for a round of segments, holds every answer against its source, and asks once more for those that are missing or
 * wrong (ENG-2). When it returns, every segment of the round is kept. When it throws, those that were finished before are kept.
 *
 * @throws {EngineError} when the engine is not available
 * @throws {Stopped} on `signal`
 */
export async function askRound(round: readonly Segment[], asking: Asking): Promise<void> {
  const patience = asking.patience ?? createPatience()
  const wrong = new Map<string, { segment: Segment; judged: Judged | undefined }>()
  const missing = await ask(round, asking, patience, (segment, { text, doubt }) => {
    const judged = judge(segment, text, asking.conditions, { doubt })
    if (wantsRepair(judged)) wrong.set(segment.id, { segment, judged })
    else asking.keep(keptOf(segment, judged))
  })
  for (const segment of missing) wrong.set(segment.id, { segment, judged: undefined })
  if (wrong.size === 0) return
  const again = [...wrong.values()].map(({ segment, judged }) => toRepair(segment, judged))
  const settle = (id: string, second: Judged | undefined): void => {
    const first = wrong.get(id)
    if (first === undefined) return
    const best = better(first.judged, second)
    asking.keep(keptOf(first.segment, best, best === second && first.judged !== undefined))
  }
  const left = await ask(again, asking, patience, (segment, { text, doubt }) =>
    settle(segment.id, judge(segment, text, asking.conditions, { doubt })),
  )
  for (const { id } of left) settle(id, undefined)
}

function toRepair(segment: Segment, judged: Judged | undefined): Segment {
  if (judged === undefined) return segment
  const { text, issues } = judged
  return { ...segment, repair: { translation: text, reasons: issues.map(({ message }) => message) } }
}

type Take = (segment: Segment, translated: Translated) => void

/**
 * Asks until the engine has answered each segment or left it out. After an unusable answer the round is asked for once more, then
 * in two halves: one text that an engine cannot handle must not spoil the others. Returns the segments that were left out.
 */
async function ask(
  segments: readonly Segment[],
  asking: Asking,
  patience: Patience,
  take: Take,
): Promise<readonly Segment[]> {
  let open = segments
  for (let tries = 0; ; tries++) {
    const called = await call(open, asking, patience, (segment, translated) => {
      patience.answered()
      take(segment, translated)
    })
    if (called.unusable === undefined) return called.open
    open = called.open
    patience.unusable(called.unusable)
    if (open.length <= 1 && tries > 0) return open
    if (tries > 0) break
  }
  const half = Math.ceil(open.length / 2)
  const first = await ask(open.slice(0, half), asking, patience, take)
  return [...first, ...(await ask(open.slice(half), asking, patience, take))]
}

/** The segments without an answer; `unusable` is the failure where the engine's answer could not be used. */
interface Called {
  readonly open: readonly Segment[]
  readonly unusable?: EngineError
}

/** One call with one deadline. An engine that is not available is tried again while there is time, but not earlier than it asks for. */
async function call(segments: readonly Segment[], asking: Asking, patience: Patience, take: Take): Promise<Called> {
  const open = new Map(segments.map(segment => [segment.id, segment]))
  const time = limited(asking.deadline_ms ?? DEADLINE_MS, asking.stop)
  try {
    for (let tries = 0; open.size > 0; tries++) {
      const before = time.left()
      const failure = await watchedAttempt(open, { ...asking.job, signal: time.signal }, asking, take)
      if (asking.stop.aborted) throw new Stopped()
      if (failure === undefined) break
      if (failure.kind === 'unusable') return { open: [...open.values()], unusable: failure }
      if (failure.kind !== 'passing') throw failure
      const wished = Math.max(failure.retry_after_ms ?? 0, Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS))
      const wait = patience.wait(failure, wished)
      // The next try needs at least the time of this one. With less time left it would be cut off, and cost money all the same.
      if (wait + before - time.left() >= time.left()) throw failure
      asking.waits?.(failure, wait)
      await (asking.pause ?? pause)(wait, asking.stop)
      if (asking.stop.aborted) throw new Stopped()
    }
    return { open: [...open.values()] }
  } finally {
    time.end()
  }
}

/** One try, within a span. What its account is charged is counted with the engine. */
async function watchedAttempt(
  open: Map<string, Segment>,
  job: EngineJob & { readonly signal: AbortSignal },
  { engine, telemetry = SILENT }: Asking,
  take: Take,
): Promise<EngineError | undefined> {
  const { id, metering } = engine
  const [began, segments] = [performance.now(), open.size]
  const used = (amount: number): void => {
    if (metering !== undefined) telemetry.happened({ what: 'engine_charge', engine: id, unit: metering.unit, amount })
    job.used?.(amount)
  }
  const attributes = { segments, source: job.source, target: job.target }
  return await telemetry.inSpan({ name: `engine ${id}`, kind: 'client', attributes }, async span => {
    const failure = await attempt(open, { ...job, used }, engine, take)
    const outcome = failure?.kind ?? 'ok'
    if (failure !== undefined) span.tell({ 'error.type': outcome })
    const seconds = (performance.now() - began) / 1000
    telemetry.happened({ what: 'engine_call', engine: id, outcome, segments, seconds })
    return failure
  })
}

/** One try. Segments that are answered are removed from `open`. */
async function attempt(
  open: Map<string, Segment>,
  job: EngineJob & { readonly signal: AbortSignal },
  engine: Engine,
  take: Take,
): Promise<EngineError | undefined> {
  try {
    for await (const translated of until(job.signal, engine.translate([...open.values()], job))) {
      const segment = open.get(translated.id)
      if (segment !== undefined && open.delete(translated.id)) take(segment, translated)
    }
  } catch (error) {
    if (error instanceof EngineError) return error
    if (!job.signal.aborted) throw error
  }
  const late = job.signal.aborted && open.size > 0
  return late ? new EngineError('passing', 'The engine did not answer in time.') : undefined
}
