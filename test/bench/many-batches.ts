import { openDataFolder } from '../../src/service/data-folder.ts'
import { DAY } from '../../src/service/domain/time.ts'
import { DEFAULT_SETTINGS } from '../../src/service/settings.ts'
import { FRESH } from '../../src/service/store/creations.ts'
import { type Database, write } from '../../src/service/store/database.ts'
import { countUsage } from '../../src/service/store/usage.ts'

/** Over how long the translations of a filled folder were made, in milliseconds. */
const SPAN = 3 * 365 * DAY
const ROWS = 200

/** Makes a data folder with so many completed translations, evenly over three years, each settled for 12 credits. */
export async function fillFolder(dataDir: string, count: number): Promise<void> {
  const { db } = await openDataFolder(dataDir, DEFAULT_SETTINGS, Date.now)
  const now = Date.now()
  const [workspace, grant] = await Promise.all([
    db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow(),
    db.selectFrom('credit_grants').select('id').executeTakeFirstOrThrow(),
  ])
  const place = { workspace_id: workspace.id, grant_id: grant.id }
  for (let from = 0; from < count; from += ROWS) {
    const numbers = Array.from({ length: Math.min(ROWS, count - from) }, (_, at) => from + at)
    const moments = numbers.map(number => ({ number, at: Math.floor(now - SPAN + (SPAN * (number + 0.5)) / count) }))
    await write(db, tx => addRows(tx, place, moments))
  }
  await db.destroy()
}

interface Place {
  readonly workspace_id: string
  readonly grant_id: string
}

async function addRows(tx: Database, place: Place, moments: readonly { number: number; at: number }[]): Promise<void> {
  const { workspace_id, grant_id } = place
  const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`
  const batches = moments.map(({ number, at }) => {
    const file_name = `catalogue-${number}-of-the-shop.json`
    return {
      ...FRESH,
      ...{ id: idOf('bat', number), workspace_id, created_by: 'key_bench', file_name, search_key: file_name },
      ...{ media_type: 'application/json', file_blob: null, file_sha256: '', file_bytes: 2000, file_expires_at: at },
      ...({
        status: 'completed',
        quality_tier: 'standard',
        word_count: 12,
        credit_cost: 12,
        instruction: null,
      } as const),
      ...{ phase: 'done', percent: 100, progress_at: at, settings_print: null, engine: 'pseudo' },
      ...{ created_at: at, approved_at: at, completed_at: at },
    }
  })
  await tx.insertInto('batches').values(batches).execute()
  const settled = moments.map(({ number, at }) => ({
    ...{ id: idOf('rsv', number), workspace_id, batch_id: idOf('bat', number), grant_id, amount: 12 },
    ...({ state: 'settled', created_at: at, closed_at: at } as const),
  }))
  await tx.insertInto('credit_reservations').values(settled).execute()
  for (const { at } of moments) {
    await countUsage(tx, workspace_id, at, { credits_used: 12, batches_completed: 1, words_translated: 12 })
  }
}
