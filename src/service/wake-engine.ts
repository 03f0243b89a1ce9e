import type { Pass } from './pass.ts'
import type { Jobs, Log } from './ports.ts'
import type { ServiceSettings } from './settings.ts'
import { type Database, isServer } from './store/database.ts'
import { type SendJob, sendJobs } from './store/telling.ts'
import { isPassing, traceOf } from './trace.ts'
import type { Boss } from './worker/boss.ts'

export interface WakingParts {
  readonly db: Database
  readonly database: string
  readonly settings: ServiceSettings
  readonly jobs: Jobs
  readonly pass: Pick<Pass, 'again' | 'leaveToOthers'>
  readonly log: Log
}

/** What asks again for work that nobody took up. */
export interface WakeEngine {
  close(): Promise<void>
}

/**
 * Starts pg-boss beside a service, where it is set; else nothing. It is loaded here and nowhere else. Nobody waits for it: where it cannot
 * be started that is logged, and each process looks for work by itself as before.
 */
export function startWakeEngine({ db, database, settings, jobs, pass, log }: WakingParts): WakeEngine {
  const { jobs_schema: schema, lease_seconds, workers } = settings
  if (schema === undefined || !isServer(database)) return { close: async () => undefined }
  const look = workers === 0 ? undefined : () => jobs.wake()
  const starting: Promise<Boss | undefined> = import('./worker/boss.ts')
    .then(({ startBoss }) =>
      startBoss({ db, url: database, schema, lease_ms: lease_seconds * 1000, look, pass: pass.again, log }),
    )
    .catch((error: unknown) => {
      log.warn('pg-boss could not be started. Each process looks for work by itself.', traceOf(error))
      return undefined
    })
  void starting.then(boss => {
    if (boss === undefined) return
    sendJobs(db, guarded(boss, db, log))
    pass.leaveToOthers()
  })
  return {
    async close() {
      const boss = await starting
      sendJobs(db)
      await boss?.close()
    },
  }
}

/** What cannot be sent undoes the change that it belongs to. It is not tried a second time: the next change goes without. */
function guarded(boss: Boss, db: Database, log: Log): SendJob {
  return async (tx, batchId) => {
    try {
      await boss.send(tx, batchId)
    } catch (error) {
      if (!isPassing(error)) {
        sendJobs(db)
        log.error(
          'pg-boss takes no jobs. Each process looks for work by itself until it is started again.',
          traceOf(error),
        )
      }
      throw error
    }
  }
}
