import type { Refusal } from '../domain/errors.ts'
import { errorOf, ServiceError } from '../domain/errors.ts'
import { lackingEngines } from '../engine/configured.ts'
import type { Jobs, Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { hasUnclaimedWork, WORK } from '../store/leases.ts'
import { traceOf } from '../trace.ts'
import type { StartWorker, WorkerLink } from './link.ts'
import type { ThreadData, ToThread } from './messages.ts'
import { pause } from './pause.ts'
import { createReplies } from './replies.ts'

/** What the jobs of a service are made from. */
export interface JobsParts {
  readonly db: Database
  readonly clock: () => number
  readonly log: Log
  readonly data: ThreadData
}

/** How often a waiting creation looks into the database: another process may be doing its analysis. */
const POLL_MS = 200
/** A worker that has not ended by then is stopped; its claims run out by themselves. */
const CLOSE_MS = 1500

/**
 * The jobs of this process. The worker starts with the first work there is. While the service runs, work that another
 * process left behind is looked for once in a lease's length.
 */
export function createJobs({ db, clock, log, data }: JobsParts, start: StartWorker): Jobs {
  const replies = createReplies(log)
  const lacking = lackingEngines(data.settings)
  let worker: WorkerLink | undefined
  let gone: () => void = () => undefined
  let closed = false

  function ended(): void {
    worker = undefined
    gone()
    replies.endPlans(STOPPED)
  }
  const failed = (error: unknown): void => log.error('The worker thread failed.', traceOf(error))

  function tell(message: ToThread): void {
    if (closed) throw new ServiceError('service_unavailable', STOPPED.message, { retryAfterSeconds: 1 })
    worker ??= start(data, { message: replies.receive, failed, ended }, db)
    worker.post(message)
  }

  async function look(): Promise<void> {
    if (!closed && (await hasUnclaimedWork(db, clock(), lacking)) && !closed) tell({ type: 'wake' })
  }
  const lookAround = (): void => {
    look().catch(error => log.error('Looking for work failed.', traceOf(error)))
  }
  const timer = setInterval(lookAround, data.settings.lease_seconds * 1000)
  timer.unref()

  async function endWorker(running: WorkerLink): Promise<void> {
    const ending = new Promise<void>(resolve => {
      gone = resolve
    })
    tell({ type: 'close' })
    closed = true
    const patience = new AbortController()
    await Promise.race([ending, pause(CLOSE_MS, patience.signal)])
    // A timer left running would hold the process for the rest of its time.
    patience.abort()
    await running.terminate()
  }

  return {
    async analyze(batchId, signal) {
      tell({ type: 'wake' })
      const waiter = replies.awaitAnalysis(batchId)
      try {
        while (!closed && !signal.aborted && (await inAnalysis(db, batchId))) {
          const said = await Promise.race([waiter.said, pause(POLL_MS, signal)])
          if (said !== undefined) return said.refusal
        }
        return closed ? STOPPED : undefined
      } finally {
        waiter.end()
      }
    },
    async plan(batchId, instruction) {
      const { request, answer } = replies.awaitPlan()
      tell({ type: 'plan', request, batchId, instruction })
      const refusal = await answer
      if (refusal !== undefined) throw errorOf(refusal)
    },
    translate() {
      try {
        tell({ type: 'wake' })
      } catch (error) {
        log.warn('Approved work was not begun at once.', traceOf(error))
      }
    },
    wake: lookAround,
    async close() {
      if (closed) return
      clearInterval(timer)
      replies.endAnalyses(STOPPED)
      if (worker !== undefined) await endWorker(worker)
      closed = true
    },
  }
}

const STOPPED: Refusal = { code: 'service_unavailable', message: 'The service is stopping. Try again in a moment.' }

async function inAnalysis(db: Database, batchId: string): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('status')
    .where('id', '=', batchId)
    .where('status', 'in', WORK.analyze)
    .executeTakeFirst()
  return row !== undefined
}
