import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import * as z from 'zod'
import type { Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { addressFor } from '../store/dialects/postgres.ts'
import { atWork } from '../store/leases.ts'
import type { SendJob } from '../store/telling.ts'
import { traceOf } from '../trace.ts'

export interface BossParts {
  readonly db: Database
  /** The address of the database. */
  readonly url: string
  /** The schema of its tables, which is made where it is not there. */
  readonly schema: string
  /** How long a claim holds, in milliseconds. */
  readonly lease_ms: number
  /** Looks for work that no live claim covers; undefined where this process does none. */
  readonly look: (() => void) | undefined
  /** The scheduled pass. */
  readonly pass: () => Promise<void>
  readonly log: Log
}

/** A running pg-boss. */
export interface Boss {
  readonly send: SendJob
  close(): Promise<void>
}

/** Batches that ask for work; those that nobody took up however often it was asked; and the scheduled pass. */
export const QUEUES = { work: 'work', given_up: 'nobody-did-it', pass: 'pass' } as const

const DAY_S = 86_400
/** A job asks again after a lease, then after twice as long and so on, up to an hour: for some weeks, longer than files are kept by default. */
const AGAIN = { retryLimit: 1000, retryBackoff: true, retryDelayMax: 3600 } as const
/** How long jobs are kept, in seconds: those that wait, and those that are done. */
const KEPT = { retentionSeconds: 60 * DAY_S, deleteAfterSeconds: 3600 } as const
/** How often a queue is looked into, in seconds: what is new is heard at once, what asks again is not. It does not look more often. */
const LEAST_LOOK_S = 0.5
const lookEvery = (lease_ms: number) => {
  const seconds = Math.max(LEAST_LOOK_S, lease_ms / 3000)
  return { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds }
}
/** While its database is away, it meets a fault at each look: one in this time is logged. In milliseconds. */
const TELL_MS = 60_000
/** Its own connections: statements, and one that listens. */
const CONNECTIONS = 2

const WorkData = z.object({ batch_id: z.string() })

/**
 * Starts pg-boss on the database. A job only says that a batch asks for work: then the process looks for work as it does by itself, and
 * leases decide who does it, and in whose turn. A job is done when its batch asks for no work any more; until then it asks again. The
 * scheduled pass runs hourly, in one of the processes.
 */
export async function startBoss({ db, url, schema, lease_ms, look, pass, log }: BossParts): Promise<Boss> {
  const boss = new PgBoss({
    ...{ connectionString: addressFor(url), application_name: 'translation-mcp jobs', max: CONNECTIONS },
    ...{ schema, useListenNotify: true, persistWarnings: false },
  })
  let told = Number.NEGATIVE_INFINITY
  boss.on('error', error => {
    if (performance.now() - told < TELL_MS) return
    told = performance.now()
    log.warn('pg-boss met a fault. Work goes on without it.', traceOf(error))
  })
  try {
    // Its tables are made and brought up to date under an advisory lock, by one process.
    await boss.start()
    await makeQueues(boss, lease_ms)
    if (look !== undefined) await answerJobs(boss, db, lease_ms, look)
    await boss.work(QUEUES.pass, lookEvery(lease_ms), async () => await pass())
    await boss.schedule(QUEUES.pass, '0 * * * *')
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  return {
    async send(tx, batch_id) {
      await boss.send(QUEUES.work, { batch_id }, { singletonKey: batch_id, db: within(tx) })
    },
    close: () => boss.stop({ graceful: false }),
  }
}

async function makeQueues(boss: PgBoss, lease_ms: number): Promise<void> {
  await boss.createQueue(QUEUES.given_up, KEPT)
  const again = { ...AGAIN, retryDelay: Math.max(1, Math.round(lease_ms / 1000)) }
  // Of one batch one job waits at most.
  await boss.createQueue(QUEUES.work, { policy: 'short', notify: true, deadLetter: QUEUES.given_up, ...again, ...KEPT })
  await boss.updateQueue(QUEUES.work, again)
  await boss.createQueue(QUEUES.pass, { policy: 'singleton', retryLimit: 0, ...KEPT })
}

/** How many jobs are answered by one look. */
const AT_ONCE = 50

async function answerJobs(boss: PgBoss, db: Database, lease_ms: number, look: () => void): Promise<void> {
  const options = { ...lookEvery(lease_ms), batchSize: AT_ONCE, perJobResults: true } as const
  await boss.work(QUEUES.work, options, async jobs => {
    look()
    const asked = jobs.map(({ id, data }) => ({ id, batch_id: WorkData.parse(data).batch_id }))
    const open = await atWork(
      db,
      asked.map(({ batch_id }) => batch_id),
    )
    return asked.map(({ id, batch_id }) => ({ id, status: open.has(batch_id) ? 'failed' : 'completed' }))
  })
}

/** Has a statement of pg-boss carried out within a transaction of ours. */
function within(tx: Database) {
  return {
    async executeSql(text: string, values: readonly unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...values]))
      return { rows }
    },
  }
}
