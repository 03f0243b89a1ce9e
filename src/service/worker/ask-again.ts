import type { SpendingRow } from '../store/ledger-rows.ts'
import { backToReview, type HeldLease } from '../store/outcomes.ts'
import { findPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { accountsOf } from '../store/spendings.ts'
import { Stopped } from '../translation/stopped.ts'
import { planRest } from './planning.ts'
import type { World } from './world.ts'

/** An estimate that was too low by more than this was no estimate: the next one is not multiplied by more. */
const MOST_OFF = 10
/** With less of the work done than this share, what was used says nothing of the rest: each request has parts that are always sent. */
const TELLING = 1 / 3
/** As a rule, what is answered wrong takes no more than this when it is asked for once more, in tokens or characters. */
const REPAIR = 2000

/**
 * Puts a batch whose approved estimate is used up back to review: what is translated is kept, and a new plan, under a new revision,
 * says why it is asked again and about what the rest takes, judged by what the work has taken so far.
 *
 * @throws {Stopped} when the claim was lost
 * @throws {ServiceError} as `originalOf`
 */
export async function askAgain(held: HeldLease, batch: BatchRow, world: World): Promise<void> {
  const stored = await findPlan(world.db, batch.id)
  const accounts = await accountsOf(world.db, batch.id)
  const open = accounts.find(({ state }) => state === 'open')
  if (stored === undefined || open === undefined) throw new Stopped()
  const used = accounts.reduce((sum, account) => sum + account.used, 0)
  const next = await planRest(
    batch,
    stored,
    world,
    rest => restEstimate(rest, { first: accounts[0]?.estimate ?? 0, used }),
    noticeOf(open),
  )
  if (!(await backToReview(world.db, held, next, world.clock()))) throw new Stopped()
}

/**
 * About what the rest takes: `rest` as it is thought, corrected by how wrong the first estimate was, where enough of the work is done to
 * tell. Some of the rest was perhaps answered wrong already, and has to be asked for twice: without that, a text that the engine never
 * gets right would be asked for again and again.
 */
function restEstimate(rest: number, { first, used }: { first: number; used: number }): number {
  const done = first - rest
  const off = done >= first * TELLING ? Math.min(MOST_OFF, Math.max(1, used / done)) : 1
  return Math.ceil(rest * off + Math.min(rest, REPAIR))
}

function noticeOf({ unit, estimate, used, under_way }: SpendingRow): string {
  const count = (number: number) => number.toLocaleString('en')
  const lost = under_way === 0 ? '' : `, about ${count(under_way)} more by requests that were broken off,`
  return `This was approved for about ${count(estimate)} ${unit}. ${count(used)} are used${lost} and the work is not done. What is translated is kept. This plan is for the rest: approve it to go on.`
}
