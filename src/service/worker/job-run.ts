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
import { fateOf, GivenUp, OverBudget } from './job-fate.ts'
import type { FromThread } from './messages.ts'
import { rememberWhatIsKept } from './remember.ts'
import { translateBatch } from './translate.ts'
import type { World } from './world.ts'

/** Tells the operator of an error: the caller does not see what caused it. */
export type LogError = (message: string, error: unknown, level?: 'warn' | 'error') => void

/** Sends the log lines of a worker to its service as messages. */
export function logThrough(report: (message: FromThread) => void): LogError {
  return (message, error, level = 'error') => report({ type: 'log', level, message, facts: traceOf(error) })
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
export async function runJob(
  kind: JobKind,
  { id, attempt, overruns, expires_at }: Claimed,
  signal: AbortSignal,
  { world, lease, report }: JobRunParts,
): Promise<void> {
  const { db, clock } = world
  const held: HeldLease = { id, owner: lease.owner }
  const log = logThrough(report)
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

  function unremembered(error: unknown): void {
    if (error instanceof Stopped) throw error
    log('What was translated could not be remembered.', error, 'warn')
  }

  async function fail(refusal: Refusal): Promise<void> {
    // The engine has been paid for what it translated: a second try finds it in the memory.
    if (kind === 'translate') await rememberWhatIsKept(held, signal, world).catch(unremembered)
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
        return giveUp(db, id, lease.owner)
      case 'put off':
        log('A job was put off.', error)
        return putOff(db, id, lease.owner, (await leaseTime(db, clock)) + fate.delay_ms, MOST_OBSTACLES)
      case 'waiting for its engine':
        log('The engine is not available; the job waits for it.', error)
        await note(fate.failure)
        return putOff(db, id, lease.owner, (await leaseTime(db, clock)) + fate.delay_ms)
      case 'failed':
        if (fate.unforeseen) log('A job failed.', error)
        return fail(fate.refusal)
    }
  }
  if (kind === 'analyze') report({ type: 'analyzed', batchId: id, refusal: undefined })
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
