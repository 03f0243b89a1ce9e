import { Counts, Plan } from '../../contract/plan.ts'
import { Intent } from '../domain/intent.ts'
import { listUnder } from './batch-languages.ts'
import { targetsColumn } from './batches.ts'
import { type Database, write } from './database.ts'
import { isBeingSampled } from './samples.ts'
import type { PlanRow } from './schema.ts'
import { stored } from './stored.ts'

/** A plan with what it was measured and read from: plain data. */
export interface StoredPlan {
  readonly plan: Plan
  readonly counts: Counts
  readonly intent: Intent
  /** Names the settings of its engine; null where nobody asks for them. */
  readonly engine_print?: string | null
}

/** The current plan of a batch; undefined when it has none. @throws {UnreadableColumn} column_corrupt, column_newer */
export async function findPlan(db: Database, batchId: string): Promise<StoredPlan | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('batch_id', '=', batchId).executeTakeFirst()
  return row === undefined ? undefined : readPlan(row)
}

export const planColumn = stored('plans.plan_json', 1, Plan)
export const countsColumn = stored('plans.counts_json', 1, Counts)
/** Version 2: a selection may name a part exactly, and single units, neither of which version 1 knows (Pattern, Selection). */
export const intentColumn = stored('plans.intent_json', 2, Intent)

function readPlan({ plan_json, counts_json, intent_json }: PlanRow): StoredPlan {
  return {
    plan: planColumn.read(plan_json),
    counts: countsColumn.read(counts_json),
    intent: intentColumn.read(intent_json),
  }
}

/** Puts a plan in place of the batch's current one, and its figures on the batch. Call it inside a writing transaction. */
export async function putPlan(tx: Database, batchId: string, stored: StoredPlan, now: number) {
  const { plan, counts, intent, engine_print } = stored
  const row = {
    revision: plan.plan_revision,
    plan_json: planColumn.write(plan),
    counts_json: countsColumn.write(counts),
    intent_json: intentColumn.write(intent),
    created_at: now,
  }
  const made = tx.insertInto('plans').values({ batch_id: batchId, ...row })
  await made.onConflict(on => on.column('batch_id').doUpdateSet(row)).execute()
  const batch = await tx
    .updateTable('batches')
    .set({
      quality_tier: plan.quality_tier,
      word_count: plan.word_count,
      credit_cost: plan.credit_cost,
      engine: plan.engine,
      source_language: plan.source_language,
      target_languages_json: targetsColumn.write(plan.target_languages),
      ...(engine_print !== undefined && { engine_print }),
      translation_mode: counts.selected_segments < counts.segments ? 'selected' : 'full',
    })
    .where('id', '=', batchId)
    .returning(['id', 'workspace_id', 'archived', 'created_at'])
    .executeTakeFirst()
  if (batch !== undefined) await listUnder(tx, batch, plan.target_languages)
}

/**
 * Replaces the plan that a new one was refined from.
 *
 * @returns false when the batch has left review or its plan has changed meanwhile; nothing is written then
 */
export function replacePlan(
  db: Database,
  batchId: string,
  next: StoredPlan,
  refined: string | undefined,
  now: number,
): Promise<boolean> {
  return write(db, async tx => {
    const current = await tx
      .selectFrom('batches')
      .leftJoin('plans', 'plans.batch_id', 'batches.id')
      .select(['batches.status', 'plans.revision'])
      .where('batches.id', '=', batchId)
      .executeTakeFirst()
    if (current?.status !== 'awaiting_review' || (current.revision ?? undefined) !== refined) return false
    if (await isBeingSampled(tx, batchId)) return false
    await putPlan(tx, batchId, next, now)
    return true
  })
}
