import { api } from '../../contract/operations.ts'
import { approvalRefusal } from '../domain/batch-state.ts'
import { ServiceError } from '../domain/errors.ts'
import { requireFile } from '../files/original.ts'
import { handle } from '../http/route.ts'
import { startTranslating } from '../store/approvals.ts'
import { recordEvent } from '../store/audit.ts'
import { requireBatch } from '../store/batches.ts'
import { reserve } from '../store/credits.ts'
import { write } from '../store/database.ts'
import { putPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { viewBatch } from '../views/batch.ts'
import { currentPlan } from './current-plan.ts'
import { checkSamples } from './sample.ts'
import { chargedBeside, recordSpendings } from './spending.ts'

/**
 * Reserves the plan's credits and starts the work. All checks run inside the transaction that does both, so that of two approvals
 * at the same time one is refused (APR-2).
 */
export const approveBatchRoute = handle(api.batches.approve, async ({ params, body, caller }, deps) => {
  const { db, files, clock, newId, telemetry } = deps
  const workspace_id = caller.workspace.id
  const data = await write(db, async tx => {
    const batch = await requireBatch(tx, workspace_id, params.batch_id)
    const stored = await currentPlan(tx, batch)
    const refusal = approvalRefusal(batch.status, stored !== undefined, batch.archived === 1)
    if (stored === undefined || refusal !== undefined) throw refused(refusal ?? 'no_plan_yet', batch)
    const { plan_revision, credit_cost } = stored.plan
    if (body.expected_plan_revision !== undefined && body.expected_plan_revision !== plan_revision) {
      const message = `The plan is now ${plan_revision}, not the one you expect. Nothing was spent: read the plan, then approve it.`
      throw new ServiceError('plan_changed', message, { param: 'expected_plan_revision' })
    }
    await checkSamples(tx, batch)
    const now = clock()
    await requireFile(batch, files, now)
    const amount = credit_cost ?? 0
    const credit_balance = await reserve(tx, { workspace_id, batch_id: batch.id, amount, now, newId })
    const charges = await recordSpendings(tx, stored.plan, { batch, caller, now, newId })
    // The approved plan is stored with its glossaries: exactly this is carried out.
    await putPlan(tx, batch.id, stored, now)
    const approved = await startTranslating(tx, batch.id, now, telemetry.place()?.traceparent)
    const event = { kind: 'spending_approved', workspace_id, ...caller.actor, batch_id: batch.id } as const
    await recordEvent(
      tx,
      { now, newId },
      { ...event, credits: amount, detail: { plan_revision, ...chargedBeside(charges) } },
    )
    return { batch: viewBatch(approved), credits_reserved: amount, credit_balance }
  })
  deps.jobs.translate(params.batch_id)
  return { data }
})

function refused(code: NonNullable<ReturnType<typeof approvalRefusal>>, batch: BatchRow): ServiceError {
  const { status, archived } = batch
  const message =
    code === 'no_plan_yet'
      ? 'There is no plan to approve yet. Plan the translation first.'
      : archived === 1
        ? 'An archived translation cannot be approved. Unarchive it first (archived: false). Nothing was spent.'
        : `A translation that is ${status} cannot be approved, only one that awaits review. Nothing was spent.`
  return new ServiceError(code, message)
}
