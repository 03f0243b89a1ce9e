import { idsOf, type Telemetry } from '../../contract/telemetry.ts'
import type { Refusal } from '../domain/errors.ts'
import { type EngineError, explained } from '../engine/engine.ts'
import {
  type Claimed,
  giveUp,
  type JobKind,
  type Lease,
  leaseTime,
  MAX_OVERRUNS,
  MAX_STARTS,
  MOST_OBSTACLES,
  putOff,
} from '../store/leases.ts'
import { failBatch, type HeldLease, noteObstacle } from '../store/outcomes.ts'
import { forgetTranslations } from '../store/translations.ts'
import { traceOf } from '../trace.ts'
import { Stopped } from '../translation/stopped.ts'
import { analyzeBatch } from './analyze.ts'
import { fateOf, GivenUp, type JobFate, OverBudget } from './job-fate.ts'
import type { FromThread } from './messages.ts'
import { rememberWhatIsKept } from './remember.ts'
import { translateBatch } from './translate.ts'
import type { World } from './world.ts'

/** Tells the operator of an error: the caller does not see what caused it. */
export type LogError = (message: string, error: unknown, level?: 'warn' | 'error') => void

/** Sends the log lines of a worker to its service as messages, with the ids of the trace where there is one. */
export function logThrough(report: (message: FromThread) => void, telemetry: Pick<Telemetry, 'place'>): LogError {
  return (message, error, level = 'error') =>
    report({ type: 'log', level, message, facts: { ...traceOf(error), ...idsOf(telemetry) } })
}

/** What one job is done with. */
export interface JobRunParts {
  readonly world: World
  readonly lease: Lease
  readonly report: (message: FromThread) => void
}

/** From this length on, a person notices the wait for an engine. In milliseconds. */
const LONG_WAIT_MS = 1000

/**
 * Does one claimed job to its end, or until `signal`. Then its claim has ended, and the outcome is written into the batch.
 *
 * @throws {Error} from the database, when the outcome cannot be written
 */
export async function runJob(kind: JobKind, claimed: Claimed, signal: AbortSignal, parts: JobRunParts): Promise<void> {
  const { telemetry } = parts.world
  const began = performance.now()
  const facts = { kind: 'consumer', parent: claimed.trace_parent, attributes: { batch_id: claimed.id } } as const
  await telemetry.inSpan({ name: `job ${kind}`, ...facts }, async span => {
    const outcome = (await endOf(kind, claimed, signal, parts)).replaceAll(' ', '_')
    span.tell({ outcome, ...(outcome === 'failed' && { 'error.type': outcome }) })
    telemetry.happened({ what: 'job', kind, outcome, seconds: (performance.now() - began) / 1000 })
  })
}

/** The same within its span. Gives what became of it: `done`, or its fate. */
async function endOf(
  kind: JobKind,
  { id, attempt, overruns, expires_at }: Claimed,
  signal: AbortSignal,
  { world, lease, report }: JobRunParts,
): Promise<'done' | JobFate['becomes']> {
  const { db, clock, telemetry } = world
  const held: HeldLease = { id, owner: lease.owner }
  const log = logThrough(report, telemetry)
  const note = (failure: EngineError): Promise<void> =>
    noteObstacle(db, held, explained(failure)).catch(error =>
      log('The reason why a job waits could not be saved.', error),
    )

  async function work(): Promise<void> {
    if (overruns >= MAX_OVERRUNS) throw new OverBudget()
    if (attempt > MAX_STARTS) throw new GivenUp()
    const batch = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (kind === 'analyze') await analyzeBatch(held, batch, signal, world)
    else await translateBatch(held, batch, signal, world, tellOfWaiting(note, log))
  }

  async function fail(refusal: Refusal): Promise<void> {
    // The engine has been paid for what it translated: a second try finds it in the memory.
    if (kind === 'translate') await rememberWhatIsKept(held, signal, world).catch(unremembered(log))
    if (await failBatch(db, held, refusal, clock())) await forgetTranslations(db, id)
    if (kind === 'analyze') report({ type: 'analyzed', batchId: id, refusal })
  }

  try {
    await work()
  } catch (error) {
    const overdue = expires_at <= clock()
    const fate = fateOf({ error, stopped: signal.aborted, attempt, lease_ms: lease.length, overdue })
    switch (fate.becomes) {
      case 'given back':
        await giveUp(db, id, lease.owner)
        break
      case 'put off':
        log('A job was put off.', error)
        await putOff(db, id, lease.owner, (await leaseTime(db, clock)) + fate.delay_ms, MOST_OBSTACLES)
        break
      case 'waiting for its engine':
        log('The engine is not available; the job waits for it.', error)
        await note(fate.failure)
        await putOff(db, id, lease.owner, (await leaseTime(db, clock)) + fate.delay_ms)
        break
      case 'failed':
        if (fate.unforeseen) log('A job failed.', error)
        await fail(fate.refusal)
    }
    return fate.becomes
  }
  if (kind === 'analyze') report({ type: 'analyzed', batchId: id, refusal: undefined })
  return 'done'
}

function unremembered(log: LogError): (error: unknown) => void {
  return error => {
    if (error instanceof Stopped) throw error
    log('What was translated could not be remembered.', error, 'warn')
  }
}

/** Tells of the first long wait of a job, and not of the next ones: the operator in the log, and whoever looks at the batch. */
function tellOfWaiting(
  note: (failure: EngineError) => Promise<void>,
  log: LogError,
): (failure: EngineError, wait_ms: number) => void {
  let told = false
  return (failure, wait_ms) => {
    if (told || wait_ms < LONG_WAIT_MS) return
    told = true
    log('The engine is not available; it is asked again until it answers.', failure, 'warn')
    void note(failure)
  }
}
