import { sweepAttempts } from './store/attempts.ts'
import { sweepEvents } from './store/audit.ts'
import type { Database } from './store/database.ts'
import { forgetTries } from './store/sign-in-tries.ts'
import { inSlices } from './store/slices.ts'

/** The part of the scheduled pass that keeps the records of sign-ins and of the audit log within their bounds, in slices. */
export async function pruneRecords(db: Database, now: number): Promise<void> {
  await forgetTries(db, now)
  await inSlices(rows => sweepAttempts(db, now, rows))
  await inSlices(rows => sweepEvents(db, now, rows))
}
