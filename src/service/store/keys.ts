import { randomBytes } from 'node:crypto'
import { LIMITS } from '../../contract/limits.ts'
import type { Scope } from '../../contract/scopes.ts'
import { AdminRefused } from '../domain/admin.ts'
import { keyState, type MintedKey, mintKey, SECRET_BYTES } from '../domain/keys.ts'
import type { Database } from './database.ts'
import type { ApiKeyRow, WorkspaceRow } from './schema.ts'
import { keyScopesColumn } from './scope-lists.ts'

type NewId = (prefix: string) => string

/** A new key together with its secret, which is never seen again. */
export interface IssuedKey {
  readonly key: ApiKeyRow
  readonly secret: string
}

/** The key with a hash and its workspace. */
export async function findKey(
  db: Database,
  hash: string,
): Promise<{ key: ApiKeyRow; workspace: WorkspaceRow } | undefined> {
  const key = await db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (key === undefined) return undefined
  const workspaces = db.selectFrom('workspaces').selectAll()
  return { key, workspace: await workspaces.where('id', '=', key.workspace_id).executeTakeFirstOrThrow() }
}

/** All keys a workspace ever had, newest first. */
export function listKeys(db: Database, workspaceId: string): Promise<ApiKeyRow[]> {
  const keys = db.selectFrom('api_keys').selectAll().where('workspace_id', '=', workspaceId)
  return keys.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export interface NewKey {
  readonly workspace_id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Milliseconds; null for never. */
  readonly expires_at: number | null
  readonly now: number
  readonly newId: NewId
}

/** Issues a key. @throws {AdminRefused} too_many_keys when LIMITS.active_keys are active (KEY-1) */
export async function createKey(tx: Database, wanted: NewKey): Promise<IssuedKey> {
  const keys = await listKeys(tx, wanted.workspace_id)
  const active = keys.filter(key => keyState(key, wanted.now) === 'active').length
  if (active >= LIMITS.active_keys) {
    throw new AdminRefused('too_many_keys', `At most ${LIMITS.active_keys} keys are active at once. Revoke one first.`)
  }
  return await insertKey(tx, wanted, false)
}

/** Issues the key this program uses itself, in place of any earlier one. The limit of active keys does not apply to it. */
export async function createOwnKey(tx: Database, wanted: NewKey): Promise<IssuedKey> {
  const earlier = tx.updateTable('api_keys').set({ state: 'revoked' }).where('workspace_id', '=', wanted.workspace_id)
  await earlier.where('own', '=', 1).where('state', '=', 'active').execute()
  return await insertKey(tx, wanted, true)
}

/**
 * Replaces an active key by a new one with the same name, scopes and expiry, at once (KEY-2).
 *
 * @throws {AdminRefused} key_not_found, or key_not_active when it was replaced, revoked or has expired
 */
export async function rotateKey(
  tx: Database,
  which: { workspace_id: string; id: string; now: number; newId: NewId },
): Promise<IssuedKey> {
  const old = await activeKey(tx, which)
  const minted = mintKey(randomBytes(SECRET_BYTES))
  const fresh = { id: which.newId('key'), prefix: minted.prefix, hash: minted.hash, created_at: which.now }
  const key = await tx
    .insertInto('api_keys')
    .values({ ...old, ...fresh })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.updateTable('api_keys').set({ state: 'replaced', replaced_by: key.id }).where('id', '=', old.id).execute()
  return { key, secret: minted.secret }
}

/** Ends an active key. @throws {AdminRefused} key_not_found or key_not_active */
export async function revokeKey(
  tx: Database,
  which: { workspace_id: string; id: string; now: number },
): Promise<ApiKeyRow> {
  const key = await activeKey(tx, which)
  await tx.updateTable('api_keys').set({ state: 'revoked' }).where('id', '=', key.id).execute()
  return key
}

async function activeKey(tx: Database, which: { workspace_id: string; id: string; now: number }): Promise<ApiKeyRow> {
  const keys = tx.selectFrom('api_keys').selectAll().where('workspace_id', '=', which.workspace_id)
  const key = await keys.where('id', '=', which.id).executeTakeFirst()
  if (key === undefined) throw new AdminRefused('key_not_found', `There is no key ${which.id}.`)
  const state = keyState(key, which.now)
  if (state !== 'active') throw new AdminRefused('key_not_active', `The key ${which.id} is ${state}, not active.`)
  return key
}

async function insertKey(tx: Database, wanted: NewKey, own: boolean): Promise<IssuedKey> {
  const { workspace_id, name, scopes, expires_at, now, newId } = wanted
  const { secret, prefix, hash }: MintedKey = mintKey(randomBytes(SECRET_BYTES))
  const row = {
    id: newId('key'),
    workspace_id,
    name,
    prefix,
    hash,
    scopes_json: keyScopesColumn.write(scopes),
    expires_at,
  }
  const key = await tx
    .insertInto('api_keys')
    .values({ ...row, state: 'active', own: own ? 1 : 0, replaced_by: null, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { key, secret }
}

/** True for the id of the key that this program issued to itself. */
export async function isOwnKey(db: Database, id: string): Promise<boolean> {
  const own = db.selectFrom('api_keys').select('id').where('id', '=', id).where('own', '=', 1)
  return (await own.executeTakeFirst()) !== undefined
}
