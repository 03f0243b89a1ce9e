import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCOPE_NAMES } from '../contract/scopes.ts'
import { hashKey, isKey, keyState } from './domain/keys.ts'
import { FIRST_WORKSPACE } from './domain/members.ts'
import { writePrivately } from './private-file.ts'
import type { ServiceSettings } from './settings.ts'
import { recordEvent } from './store/audit.ts'
import { grantMonthTo } from './store/credits.ts'
import type { Database } from './store/database.ts'
import { createOwnKey, findKey } from './store/keys.ts'
import type { WorkspaceRow } from './store/schema.ts'
import type { Secrets } from './store/secrets.ts'
import { createWorkspace, findWorkspace } from './store/workspaces.ts'

/**
 * Why a data folder is opened. The start of a service applies the allowance that it was given and grants the month; an order of
 * the operator changes nothing but what it says.
 */
export type Purpose =
  | { readonly kind: 'order' }
  | { readonly kind: 'start'; readonly allowance: number | null | undefined }

export interface Seeding {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly purpose: Purpose
  readonly settings: ServiceSettings
  readonly now: number
  readonly newId: (prefix: string) => string
}

/**
 * Gives a data folder its workspace, an admin, first credits and the key this program uses itself; what exists is kept, what is
 * missing is made. It runs inside the transaction of the migration, so that only one of two processes that start at once seeds.
 */
export async function seed(tx: Database, seeding: Seeding): Promise<void> {
  const { purpose, now, newId } = seeding
  const found = await findWorkspace(tx, FIRST_WORKSPACE)
  const { seed_credits, monthly_credits } = seeding.settings
  const first = { name: 'Local workspace', slug: FIRST_WORKSPACE, seed_credits, monthly_credits, now, newId }
  const workspace = found ?? (await createWorkspace(tx, first))
  if (
    purpose.kind === 'start' &&
    purpose.allowance !== undefined &&
    purpose.allowance !== workspace.monthly_allowance
  ) {
    const monthly_credits = { before: workspace.monthly_allowance, after: purpose.allowance }
    const detail = { monthly_credits, by: 'operator' }
    await recordEvent(tx, seeding, { kind: 'settings_changed', workspace_id: workspace.id, detail })
    const rhythm = tx.updateTable('workspaces').set({ monthly_allowance: purpose.allowance })
    await rhythm.where('id', '=', workspace.id).execute()
  }
  // The other workspaces get theirs by the scheduled pass, which begins with the service.
  if (purpose.kind === 'start' || found === undefined) await grantMonthTo(tx, [workspace.id], now, newId)
  await ensureOwnKey(tx, workspace.id, seeding)
}

/** The workspace of a seeded data folder. */
export async function ownWorkspace(db: Database): Promise<WorkspaceRow> {
  const workspace = await findWorkspace(db, FIRST_WORKSPACE)
  if (workspace === undefined) throw new Error('The data folder is not seeded.')
  return workspace
}

/**
 * Makes sure that the kept key works. One that is missing, or that the database does not know (the process died between writing the file
 * and committing) or no longer takes, is made anew.
 */
async function ensureOwnKey(tx: Database, workspaceId: string, seeding: Seeding): Promise<void> {
  const { secrets, now, newId } = seeding
  const kept = await readOwnKey(tx, secrets)
  const found = kept === undefined ? undefined : await findKey(tx, hashKey(kept))
  if (kept !== undefined && found?.workspace.id === workspaceId && keyState(found.key, now) === 'active') {
    copyOwnKey(seeding.dataDir, kept)
    return
  }
  const wanted = { workspace_id: workspaceId, name: OWN_KEY_NAME, scopes: SCOPE_NAMES, expires_at: null, now, newId }
  await keepOwnKey(tx, seeding, (await createOwnKey(tx, wanted)).secret)
}

const OWN_KEY_NAME = 'This computer'

/** The key this program uses itself; undefined where none is kept, or something else. */
export async function readOwnKey(db: Database, secrets: Secrets): Promise<string | undefined> {
  const text = await secrets.read(db, 'own_key')
  return text !== undefined && isKey(text) ? text : undefined
}

/**
 * Keeps the key this program uses itself, whole or not at all. Call it inside the transaction (`writeAlone`) that issues the key, so that
 * no other process does so at the same time. After a crash before the commit, the next start makes a new one.
 */
export async function keepOwnKey(
  tx: Database,
  { dataDir, secrets, now }: Pick<Seeding, 'dataDir' | 'secrets' | 'now'>,
  key: string,
): Promise<void> {
  await secrets.write(tx, 'own_key', key, now)
  copyOwnKey(dataDir, key)
}

/** Puts the key into the key file (0600) of the data folder, for whoever calls the service from there. */
function copyOwnKey(dataDir: string, key: string): void {
  const file = join(dataDir, 'key')
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() !== key) writePrivately(file, key)
}
