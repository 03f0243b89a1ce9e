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
    rest => {
      const done = (accounts[0]?.estimate ?? 0) - rest
      const off = done > 0 ? Math.min(MOST_OFF, Math.max(1, used / done)) : 1
      return Math.ceil(rest * off)
    },
    noticeOf(open),
  )
  if (!(await backToReview(world.db, held, next, world.clock()))) throw new Stopped()
}

function noticeOf({ unit, estimate, used, under_way }: SpendingRow): string {
  const count = (number: number) => number.toLocaleString('en')
  const lost = under_way === 0 ? '' : `, about ${count(under_way)} more by requests that were broken off,`
  return `This was approved for about ${count(estimate)} ${unit}. ${count(used)} are used${lost} and the work is not done. What is translated is kept. This plan is for the rest: approve it to go on.`
}
