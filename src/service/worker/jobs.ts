import type { Telemetry } from '../../contract/telemetry.ts'
import { meansOf } from '../engine/configured.ts'
import type { Jobs, Log } from '../ports.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { leaseTime, noteOverrun, renew, unclaimedWork } from '../store/leases.ts'
import { traceOf } from '../trace.ts'
import { BUDGET, type Budget } from './budget.ts'
import { createHearing } from './hearing.ts'
import type { StartWorker } from './link.ts'
import type { ThreadData } from './messages.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { STOPPED, stopped } from './own-worker.ts'
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

/** How many threads do the work, and how many batches of a kind each. Without any, threads answer requests alone. */
export function workShares({ workers = THREADS, jobs_at_once }: Pick<ServiceSettings, 'workers' | 'jobs_at_once'>) {
  if (workers === 0) return { size: THREADS, hands: 0 }
  const size = Math.min(workers, jobs_at_once ?? workers)
  return { size, hands: Math.ceil((jobs_at_once ?? HANDS) / size) }
}

/**
 * The jobs of this process. The worker starts with the first work there is. Where the database is a server, what other processes tell
 * is heard at once. While the service runs, once per length of a lease, it looks for work that another process left behind.
 */
export function createJobs(
  { db, clock, log, telemetry, data }: JobsParts,
  start: StartWorker,
  { size, budget = BUDGET }: { readonly size?: number; readonly budget?: Budget } = {},
): Jobs {
  const replies = createReplies(log, telemetry)
  const means = meansOf(data.settings)
  const length = data.settings.lease_seconds * 1000
  const { counts, traces } = telemetry
  const shares = workShares(data.settings)
  const works = shares.hands > 0
  const given = { ...data, telemetry: { counts, traces }, hands: shares.hands, memory_mb: budget.memory_mb }
  const threads = createThreads({
    ...{ size: size ?? shares.size, budget, start: (ears, suspects) => start({ ...given, suspects }, ears, db) },
    ears: {
      message: message => hearing.heard(message),
      failed: error => log.error('A worker thread failed.', traceOf(error)),
    },
    ...takingBack({ db, clock, log, data }, replies, () => lookAround()),
    crowded: () => lookAround(),
  })

  async function look(): Promise<void> {
    if (threads.isClosed || !works) return
    const waiting = await unclaimedWork(db, { now: await leaseTime(db, clock), length }, means)
    if (threads.isClosed) return
    if (waiting.usual) threads.wake()
    if (waiting.suspect) threads.wakeForSuspects()
  }
  const lookAround = oneAtATime(() => look().catch(error => log.error('Looking for work failed.', traceOf(error))))
  const wakeIfPossible = (otherwise: string): void => {
    if (works) attempt(() => threads.wake(), otherwise, log)
  }
  const hearing = createHearing({ db, place: data.database, replies, threads, look: lookAround })
  const timer = setInterval(lookAround, length)
  timer.unref()

  return {
    async analyze(batchId, signal) {
      // The batch stands already: where no thread can be started now, the next look finds it.
      wakeIfPossible('An analysis was not begun at once.')
      if (threads.isClosed) throw stopped()
      return await hearing.analyzed(batchId, signal)
    },
    watch: hearing.watches.open,
    endWatches: hearing.watches.close,
    ...requestsOf(replies, threads),
    translate: () => wakeIfPossible('Approved work was not begun at once.'),
    start: () => wakeIfPossible('The thread that does the work was not started at once.'),
    wake: lookAround,
    async close() {
      if (threads.isClosed) return
      clearInterval(timer)
      replies.endAnalyses(STOPPED)
      hearing.watches.close()
      await Promise.all([hearing.close(), threads.drain(data.settings.drain_seconds * 1000)])
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
      const renewed = leaseTime(db, clock).then(now => renew(db, { owner, length }, ids, now))
      renewed.catch(failed('The leases could not be renewed.'))
    },
  }
}
