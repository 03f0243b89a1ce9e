import { fold } from '../../src/service/domain/fold.ts'
import { listUnder } from '../../src/service/store/batch-languages.ts'
import { targetsColumn } from '../../src/service/store/batches.ts'
import { FRESH } from '../../src/service/store/creations.ts'
import type { BatchRow, WorkspaceRow } from '../../src/service/store/schema.ts'
import { countUsage } from '../../src/service/store/usage.ts'
import type { World } from './world.ts'

type Ground = Pick<World, 'db' | 'newId' | 'workspace'>

/** Puts a batch into the database as work elsewhere would have left it: by default one that waits for review. */
export async function plantBatch(world: Ground, facts: Partial<BatchRow> = {}): Promise<BatchRow> {
  const created_at = facts.created_at ?? Date.parse('2026-03-01T00:00:00Z')
  const file_name = facts.file_name ?? 'report.txt'
  const row: BatchRow = {
    ...FRESH,
    settings_print: null,
    id: world.newId('bat'),
    workspace_id: world.workspace.id,
    created_by: 'key_test',
    file_name,
    search_key: fold(facts.name ?? file_name),
    media_type: 'text/plain',
    file_blob: null,
    file_sha256: '',
    file_bytes: 1,
    file_expires_at: created_at,
    status: 'awaiting_review',
    instruction: null,
    phase: 'planning',
    percent: 0,
    progress_at: created_at,
    created_at,
    ...facts,
  }
  if (row.completed_at !== null) {
    const counters = { batches_completed: 1, words_translated: row.word_count ?? 0 }
    await countUsage(world.db, row.workspace_id, row.completed_at, counters)
  }
  const planted = await world.db.insertInto('batches').values(row).returningAll().executeTakeFirstOrThrow()
  await listUnder(world.db, planted, targetsColumn.read(planted.target_languages_json))
  return planted
}

/** A second workspace in the same database, whose resources nobody of the first may see. */
export async function plantWorkspace(world: Pick<World, 'db' | 'newId'>): Promise<WorkspaceRow> {
  const slug = world.newId('slug')
  const row = { id: world.newId('wsp'), name: 'Other', slug, plan: 'local', monthly_allowance: null, created_at: 0 }
  return await world.db.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow()
}
