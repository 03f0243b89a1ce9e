import type { Database } from './database.ts'
import type { BatchRow } from './schema.ts'
import { tell } from './telling.ts'

/** Hands a batch that awaits review over to the worker. Call it inside the transaction that judged it. `trace_parent`: the trace it goes on with. */
export async function startTranslating(
  tx: Database,
  id: string,
  now: number,
  trace_parent: string | null = null,
): Promise<BatchRow> {
  const row = await tx
    .updateTable('batches')
    .set({
      status: 'translating',
      phase: 'translating',
      percent: 0,
      progress_at: now,
      approved_at: now,
      attempts: 0,
      overruns: 0,
      trace_parent,
    })
    .where('id', '=', id)
    .where('status', '=', 'awaiting_review')
    .returningAll()
    .executeTakeFirstOrThrow()
  await tell(tx, 'work', id)
  return row
}
