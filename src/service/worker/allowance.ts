import type { Engine } from '../engine/engine.ts'
import type { Database } from '../store/database.ts'
import { bookUnderWay, openAccount } from '../store/spendings.ts'

/** Work goes on until this many times the approved estimate is used; then it is asked for again. */
const MOST = 1.2

/** The approved estimate is used up, with work left. What was finished is kept. */
export class AllowanceSpent extends Error {
  override readonly name = 'AllowanceSpent'
}

/**
 * The engine within what was approved for a batch: a request that would go beyond is not made. The first request is always made, so
 * that work comes on whatever the estimate was, but for an estimate of 0, to which nobody had to agree. `book` is told of all that is
 * charged. What a request may be charged is booked before it is sent, and `ended` is told of it after it has ended: where the worker
 * ends before, or gives the request up, it was perhaps charged and stays booked. An engine that charges nobody is left as it is.
 *
 * @throws {AllowanceSpent} while translating
 */
export async function withinAllowance(db: Database, batchId: string, engine: Engine): Promise<Engine> {
  const { metering } = engine
  const account = metering === undefined ? undefined : await openAccount(db, batchId)
  if (metering === undefined || account === undefined) return engine
  const most = account.estimate * MOST
  let taken = account.used + account.under_way
  return {
    ...engine,
    async *translate(batch, job) {
      const cost = Math.ceil(metering.cost(batch, job))
      const first = taken === 0 && most > 0
      if (!first && taken + cost > most) throw new AllowanceSpent()
      taken += cost
      await bookUnderWay(db, account, cost)
      const charged = (amount: number): void => {
        taken += amount
        job.used?.(amount)
      }
      try {
        yield* engine.translate(batch, { ...job, used: charged })
      } finally {
        if (job.signal?.aborted !== true) {
          taken -= cost
          job.ended?.(cost)
        }
      }
    },
  }
}
