import { setImmediate } from 'node:timers/promises'
import { sweepEvents } from './store/audit.ts'
import type { Database } from './store/database.ts'
import { sweepTries } from './store/sign-in-tries.ts'

/** Rows that are removed in one statement: a few milliseconds, so that no request waits for long. */
const SLICE = 500

/** The part of the scheduled pass that keeps the records of sign-ins and of the audit log within their bounds. */
export async function pruneRecords(db: Database, now: number): Promise<void> {
  for (const sweep of [sweepTries, sweepEvents]) {
    while ((await sweep(db, now, SLICE)) === SLICE) await setImmediate()
  }
}
