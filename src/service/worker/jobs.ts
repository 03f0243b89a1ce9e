import { errorOf } from '../domain/errors.ts'
import { meansOf } from '../engine/configured.ts'
import type { Jobs, Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { hasUnclaimedWork, WORK } from '../store/leases.ts'
import { traceOf } from '../trace.ts'
import type { StartWorker } from './link.ts'
import type { ThreadData } from './messages.ts'
import { createOwnWorker, STOPPED } from './own-worker.ts'
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

/**
 * The jobs of this process. The worker starts with the first work there is. While the service runs, once per length of a lease,
 * it looks for work that another process left behind.
 */
export function createJobs({ db, clock, log, data }: JobsParts, start: StartWorker): Jobs {
  const replies = createReplies(log)
  const means = meansOf(data.settings)
  const worker = createOwnWorker(ears => start(data, ears, db), {
    message: replies.receive,
    failed: error => log.error('The worker thread failed.', traceOf(error)),
    ended: () => replies.endPlans(STOPPED),
  })

  async function look(): Promise<void> {
    if (!worker.isClosed && (await hasUnclaimedWork(db, clock(), means)) && !worker.isClosed) {
      worker.tell({ type: 'wake' })
    }
  }
  const lookAround = (): void => {
    look().catch(error => log.error('Looking for work failed.', traceOf(error)))
  }
  const timer = setInterval(lookAround, data.settings.lease_seconds * 1000)
  timer.unref()

  return {
    async analyze(batchId, signal) {
      worker.tell({ type: 'wake' })
      const waiter = replies.awaitAnalysis(batchId)
      try {
        while (!worker.isClosed && !signal.aborted && (await inAnalysis(db, batchId))) {
          const said = await Promise.race([waiter.said, pause(POLL_MS, signal)])
          if (said !== undefined) return said.refusal
        }
        return worker.isClosed ? STOPPED : undefined
      } finally {
        waiter.end()
      }
    },
    async plan(batchId, instruction) {
      const { request, answer } = replies.awaitPlan()
      worker.tell({ type: 'plan', request, batchId, instruction })
      const refusal = await answer
      if (refusal !== undefined) throw errorOf(refusal)
    },
    translate() {
      try {
        worker.tell({ type: 'wake' })
      } catch (error) {
        log.warn('Approved work was not begun at once.', traceOf(error))
      }
    },
    wake: lookAround,
    async close() {
      if (worker.isClosed) return
      clearInterval(timer)
      replies.endAnalyses(STOPPED)
      await worker.close()
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
