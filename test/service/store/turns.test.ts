import { join } from 'node:path'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../src/service/data-folder.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import type { Database } from '../../../src/service/store/database.ts'
import { claim, unclaimedWork } from '../../../src/service/store/leases.ts'
import { releaseExpiredFiles } from '../../../src/service/store/results.ts'
import type { BatchRow, WorkspaceRow } from '../../../src/service/store/schema.ts'
import { afterFile } from '../../support/after-file.ts'
import { giveDatabase, onPostgres } from '../../support/databases.ts'
import { plantBatch, plantWorkspace } from '../../support/plant.ts'
import { temporaryFolder } from '../../support/world.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const LENGTH = 14_000

let db: Database
let workspace: WorkspaceRow
let made = 0
const newId = (prefix: string) => `${prefix}_${String(++made).padStart(26, '0')}`

beforeEach(async () => {
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir)
  const opened = await openDataFolder(dataDir, DEFAULT_SETTINGS, () => NOW)
  db = opened.db
  afterFile(() => opened.db.destroy())
  workspace = await db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow()
})

/** One that waits, created so many seconds after the first. */
function waits(second: number, facts: Partial<BatchRow> = {}): Promise<BatchRow> {
  const created_at = NOW - 3_600_000 + second * 1000
  return plantBatch({ db, newId, workspace }, { status: 'queued', phase: 'queued', created_at, ...facts })
}

function take(owner: string, kind: 'analyze' | 'translate' = 'analyze', on = db, suspects = false) {
  return claim(on, kind, { owner, length: LENGTH }, () => NOW, [], { suspects })
}

async function taken(times: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < times; at += 1) {
    const claimed = await take(`wrk_${at}`)
    if (claimed !== undefined) ids.push(claimed.id)
  }
  return ids
}

describe('a claim', () => {
  it('goes to the oldest of whoever has least under way, over workspaces and their members [SCL-1]', async () => {
    const other = await plantWorkspace({ db, newId })
    const busy = [await waits(0), await waits(1), await waits(2)]
    const beside = await waits(3, { created_by: 'key_beside' })
    const elsewhere = [5, 6].map(at => waits(at, { created_by: 'key_elsewhere', workspace_id: other.id }))
    const [fourth, fifth] = await Promise.all(elsewhere)
    const expected = [busy[0], fourth, beside, fifth, busy[1], busy[2]].map(row => row?.id)
    expect(await taken(8)).toEqual(expected)
  })

  it('counts the connections of a member as one [SCL-1]', async () => {
    const ids = ['con_1', 'con_2']
    const member = {
      id: newId('mbr'),
      workspace_id: workspace.id,
      name: 'ada',
      role: 'member',
      state: 'active',
    } as const
    const nothing = { password_hash: null, password_set_at: null, signed_out_at: null, created_at: 0 }
    await db
      .insertInto('members')
      .values({ ...member, ...nothing, ceiling_json: '[]' })
      .execute()
    const facts = { workspace_id: workspace.id, member_id: member.id, client_id: 'c', client_name: 'c', created_at: 0 }
    const others = {
      redirect_host: null,
      requested_json: '[]',
      granted_json: '[]',
      last_used_at: null,
      revoked_at: null,
    }
    for (const id of ids)
      await db
        .insertInto('connections')
        .values({ id, ...facts, ...others })
        .execute()
    const first = await waits(0, { created_by: 'con_1' })
    const second = await waits(1, { created_by: 'con_2' })
    const third = await waits(2, { created_by: 'key_alone' })
    expect(await taken(3)).toEqual([first.id, third.id, second.id])
  })

  it('passes by what is held, put off, answered by its caller, ended, or over its budget [SCL-2]', async () => {
    await waits(0, { status: 'analyzing', lease_owner: 'wrk_x', lease_until: NOW + LENGTH })
    await waits(1, { lease_until: NOW + 60_000 })
    await waits(2, { status: 'translating', phase: 'awaiting_translations' })
    await waits(3, { status: 'completed' })
    const suspect = await waits(4, { overruns: 1 })
    const lapsed = await waits(5, { status: 'analyzing', lease_owner: 'wrk_y', lease_until: NOW - 1 })
    const translating = await waits(6, { status: 'translating', phase: 'translating' })
    const means = { lacking: [] }
    expect(await unclaimedWork(db, { now: NOW, length: LENGTH }, means)).toEqual({ usual: true, suspect: true })
    expect(await taken(3)).toEqual([lapsed.id])
    expect((await take('wrk_t', 'translate'))?.id).toBe(translating.id)
    expect(await take('wrk_t', 'translate')).toBeUndefined()
    expect((await take('wrk_s', 'analyze', db, true))?.id).toBe(suspect.id)
    expect(await unclaimedWork(db, { now: NOW, length: LENGTH }, means)).toEqual({ usual: false, suspect: false })
  })
})

/** What a database says of how it finds the rows of the statements that `work` sends. */
async function plansOf(work: (watched: Database) => Promise<unknown>): Promise<string> {
  const sent: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      sent.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(plugin))
  const plans: unknown[] = []
  for (const { sql, parameters } of sent) {
    // Parts of a statement come here too, before it does.
    if (!/^(?:select|with) /.test(sql) || (sql.startsWith('select') && sql.includes('"callers"'))) continue
    plans.push((await db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))).rows)
  }
  return JSON.stringify(plans)
}

// PostgreSQL decides by how many rows there are: `npm run bench -- --only databases` has them.
describe.skipIf(onPostgres())('however many translations there are', () => {
  it('a claim, and the question whether work waits, read the indices of what waits [SCL-1]', async () => {
    await waits(0)
    const claiming = await plansOf(watched => take('wrk_1', 'analyze', watched))
    expect(claiming).toContain('SEARCH batches USING INDEX batches_to_do (status=? AND created_by=?)')
    expect(claiming).not.toContain('SCAN batches')
    const asking = await plansOf(watched => unclaimedWork(watched, { now: NOW, length: LENGTH }, { lacking: [] }))
    expect(asking).toContain('batches_to_do')
    expect(asking).toContain('batches_suspect')
  })

  it('files that are over are found in the order of their end [CRE-9]', async () => {
    const pass = await plansOf(watched => releaseExpiredFiles(watched, NOW, { lacking: [] }, 20))
    expect(pass).toContain('batches_by_end')
    expect(pass).not.toContain('TEMP B-TREE')
  })
})
