import type { Telemetry } from '../../contract/telemetry.ts'
import { meansOf } from '../engine/configured.ts'
import type { Jobs, Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { noteOverrun, renew, unclaimedWork, WORK } from '../store/leases.ts'
import { traceOf } from '../trace.ts'
import { BUDGET, type Budget } from './budget.ts'
import type { StartWorker } from './link.ts'
import type { ThreadData } from './messages.ts'
import { STOPPED, stopped } from './own-worker.ts'
import { pause } from './pause.ts'
import { createReplies, type Replies } from './replies.ts'
import { requestsOf } from './requests.ts'
import { HANDS } from './runner.ts'
import { createThreads, THREADS, type ThreadsParts } from './threads.ts'
import type { Lost } from './watched-thread.ts'

/** What the jobs of a service are made from. */
export interface JobsParts {
  readonly db: Database
  readonly clock: () => number
  readonly log: Log
  readonly telemetry: Telemetry
  readonly data: ThreadData
}

/** How often a waiting creation looks into the database: another process may be doing its analysis. */
const POLL_MS = 200

/**
 * The jobs of this process. The worker starts with the first work there is. While the service runs, once per length of a lease,
 * it looks for work that another process left behind.
 */
export function createJobs(
  { db, clock, log, telemetry, data }: JobsParts,
  start: StartWorker,
  { size = THREADS, budget = BUDGET }: { readonly size?: number; readonly budget?: Budget } = {},
): Jobs {
  const replies = createReplies(log, telemetry)
  const means = meansOf(data.settings)
  const length = data.settings.lease_seconds * 1000
  const { counts, traces } = telemetry
  const given = { ...data, telemetry: { counts, traces }, hands: Math.ceil(HANDS / size), memory_mb: budget.memory_mb }
  const threads = createThreads({
    ...{ size, budget, start: (ears, suspects) => start({ ...given, suspects }, ears, db) },
    ears: { message: replies.receive, failed: error => log.error('A worker thread failed.', traceOf(error)) },
    ...takingBack({ db, clock, log, data }, replies, () => lookAround()),
    crowded: () => lookAround(),
  })

  async function look(): Promise<void> {
    if (threads.isClosed) return
    const waiting = await unclaimedWork(db, { now: clock(), length }, means)
    if (threads.isClosed) return
    if (waiting.usual) threads.wake()
    if (waiting.suspect) threads.wakeForSuspects()
  }
  const lookAround = (): void => {
    look().catch(error => log.error('Looking for work failed.', traceOf(error)))
  }
  const wakeIfPossible = (otherwise: string): void => attempt(() => threads.wake(), otherwise, log)
  const timer = setInterval(lookAround, length)
  timer.unref()

  return {
    async analyze(batchId, signal) {
      // The batch stands already: where no thread can be started now, the next look finds it.
      wakeIfPossible('An analysis was not begun at once.')
      if (threads.isClosed) throw stopped()
      const waiter = replies.awaitAnalysis(batchId)
      try {
        while (!threads.isClosed && !signal.aborted && (await inAnalysis(db, batchId))) {
          const said = await Promise.race([waiter.said, pause(POLL_MS, signal)])
          if (said !== undefined) return said.refusal
        }
        return threads.isClosed ? STOPPED : undefined
      } finally {
        waiter.end()
      }
    },
    ...requestsOf(replies, threads),
    translate: () => wakeIfPossible('Approved work was not begun at once.'),
    start: () => wakeIfPossible('The thread that does the work was not started at once.'),
    wake: lookAround,
    async close() {
      if (threads.isClosed) return
      clearInterval(timer)
      replies.endAnalyses(STOPPED)
      await threads.close()
    },
  }
}

function attempt(wake: () => void, otherwise: string, log: Log): void {
  try {
    wake()
  } catch (error) {
    log.warn(otherwise, traceOf(error))
  }
}

/** What happens to the work of threads that cannot see to it themselves. */
function takingBack(
  { db, clock, log, data }: Omit<JobsParts, 'telemetry'>,
  replies: Replies,
  look: () => void,
): Pick<ThreadsParts, 'lost' | 'renew'> {
  const failed = (message: string) => (error: unknown) => log.error(message, traceOf(error))
  const length = data.settings.lease_seconds * 1000

  async function noteOverruns({ jobs, alone }: Lost): Promise<void> {
    for (const { id, owner } of jobs) await noteOverrun(db, [id], owner, alone)
    look()
  }
  return {
    lost(work) {
      const { over, jobs, requests, alone } = work
      replies.lose(requests, { over, alone })
      if (!over) return
      log.warn('A worker thread went over its budget and was ended.', { batches: jobs.map(({ id }) => id) })
      noteOverruns(work).catch(failed('Work of a thread that was ended could not be given back.'))
    },
    renew(owner, ids) {
      renew(db, { owner, length }, ids, clock()).catch(failed('The leases could not be renewed.'))
    },
  }
}

async function inAnalysis(db: Database, batchId: string): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('status')
    .where('id', '=', batchId)
    .where('status', 'in', WORK.analyze)
    .executeTakeFirst()
  return row !== undefined
}
