import { join } from 'node:path'
import { SILENT } from '../../../src/contract/telemetry.ts'
import { openDataFolder } from '../../../src/service/data-folder.ts'
import { DAY } from '../../../src/service/domain/time.ts'
import { createEngines } from '../../../src/service/engine/choice.ts'
import type { Engine } from '../../../src/service/engine/engine.ts'
import { makeEngines } from '../../../src/service/engine/made.ts'
import { makeFilesFolder, openFiles } from '../../../src/service/files/blobs.ts'
import type { Files } from '../../../src/service/ports.ts'
import { ownWorkspace } from '../../../src/service/seed.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import { startTranslating } from '../../../src/service/store/approvals.ts'
import { reserve } from '../../../src/service/store/credits.ts'
import { type Database, write } from '../../../src/service/store/database.ts'
import type { BatchRow, PlanRow, WorkspaceRow } from '../../../src/service/store/schema.ts'
import type { FromThread } from '../../../src/service/worker/messages.ts'
import { createRunner, type Runner } from '../../../src/service/worker/runner.ts'
import { giveDatabase } from '../../support/databases.ts'
import { plantBatch } from '../../support/plant.ts'
import { manualClock, temporaryFolder } from '../../support/world.ts'

/** A data folder with any number of workers on it, all by one clock that stands still but for their waits for an engine, and no service. */
export interface Workshop {
  readonly db: Database
  readonly files: Files
  readonly workspace: WorkspaceRow
  readonly newId: (prefix: string) => string
  readonly clock: ReturnType<typeof manualClock>
  /** A new batch whose original is this text. */
  batchOf(content: string, facts?: Partial<BatchRow>): Promise<BatchRow>
  row(id: string): Promise<BatchRow>
  /** A worker; `files` stands in front of the stored ones. With `suspects`, it does what went over its budget before. */
  worker(owner: string, files?: Files, suspects?: boolean): Runner & { readonly said: readonly FromThread[] }
  /** Approves what awaits review, as the service does it. */
  approve(id: string): Promise<void>
  /** Changes the plan of a batch as a later version of the program might have written it. */
  rewritePlan(id: string, change: (plan: string) => string): Promise<void>
  /** Credits: what is free and what is reserved. */
  credits(): Promise<{ used: number; reserved: number }>
  close(): Promise<void>
}

export const LEASE_MS = 60_000

/** Opens a workshop, whose engine is pseudo unless another is given. Whoever opens it closes it. */
export async function openWorkshop(engine?: Engine): Promise<Workshop> {
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir)
  const clock = manualClock('2026-03-10T12:00:00Z')
  const settings = { ...DEFAULT_SETTINGS, engine: engine?.id ?? 'pseudo', lease_seconds: LEASE_MS / 1000 }
  const { db, newId } = await openDataFolder(dataDir, settings, clock)
  await makeFilesFolder(join(dataDir, 'files'))
  const files = openFiles(join(dataDir, 'files'), () => newId('blb'))
  const workspace = await ownWorkspace(db)
  const made = engine === undefined ? await makeEngines(settings) : new Map([[engine.id, { engine }]])
  const engines = createEngines(settings, made)
  const row = (id: string) => db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...{ db, files, workspace, newId, clock, row },
    async batchOf(content, facts = {}) {
      const { blob } = await files.put(bytesOf(content), 10_000_000)
      const instruction = 'Translate everything from English into German.'
      const status = { status: 'queued', file_name: 'text.txt', instruction, created_at: clock() } as const
      const file_expires_at = clock() + 30 * DAY
      return await plantBatch({ db, newId, workspace }, { ...status, file_blob: blob, file_expires_at, ...facts })
    },
    worker(owner, before = files, suspects = false) {
      const said: FromThread[] = []
      const pause = async (ms: number) => void clock.advance(ms)
      const world = { db, files: before, engines, settings, clock, telemetry: SILENT, pause }
      return Object.assign(createRunner({ world, owner, suspects, report: message => said.push(message) }), { said })
    },
    async approve(id) {
      const { credit_cost } = await row(id)
      const order = { workspace_id: workspace.id, batch_id: id, amount: credit_cost ?? 0, now: clock(), newId }
      await write(db, async tx => {
        await reserve(tx, order)
        await startTranslating(tx, id, clock())
      })
    },
    async rewritePlan(id, change) {
      const plan: PlanRow = await db
        .selectFrom('plans')
        .selectAll()
        .where('batch_id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('plans')
        .set({ plan_json: change(plan.plan_json) })
        .where('batch_id', '=', id)
        .execute()
    },
    async credits() {
      const grants = await db.selectFrom('credit_grants').select(['used', 'reserved']).execute()
      const sum = (of: 'used' | 'reserved') => grants.reduce((all, grant) => all + grant[of], 0)
      return { used: sum('used'), reserved: sum('reserved') }
    },
    close: () => db.destroy(),
  }
}

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

/** Files whose contents stop after their first chunk until the gate is opened. */
export function gated(files: Files): { files: Files; reached: Promise<void>; open: () => void } {
  const reached = gate()
  const opened = gate()
  async function* open(blob: string): AsyncGenerator<Uint8Array> {
    for await (const chunk of files.open(blob)) {
      reached.open()
      await opened.passed
      yield chunk
    }
  }
  return { files: { ...files, open }, reached: reached.passed, open: opened.open }
}

export function gate(): { passed: Promise<void>; open: () => void } {
  let open: () => void = () => undefined
  const passed = new Promise<void>(resolve => {
    open = resolve
  })
  return { passed, open: () => open() }
}
