import type { Scope } from '../../contract/scopes.ts'
import { checkNewKey } from '../domain/admin.ts'
import type { AuditKind } from '../domain/audit-kinds.ts'
import { type KeyState, keyState } from '../domain/keys.ts'
import { momentOf, timestamp } from '../domain/time.ts'
import { keepOwnKey } from '../seed.ts'
import { type AuditEvent, recordEvent } from '../store/audit.ts'
import { write, writeAlone } from '../store/database.ts'
import * as keys from '../store/keys.ts'
import type { ApiKeyRow } from '../store/schema.ts'
import { keyScopesColumn } from '../store/scope-lists.ts'
import { type AdminOptions, at } from './desk.ts'

/** A key as the operator sees it: never its secret. Moments as RFC 3339. */
export interface KeyView {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly state: KeyState
  readonly replaced_by: string | null
  /** True for the key this program uses itself. */
  readonly own: boolean
  readonly created_at: string
  readonly expires_at: string | null
}

/** All keys of the workspace, newest first. */
export function listKeys(options: AdminOptions): Promise<readonly KeyView[]> {
  return at(options, async ({ db, workspace, now }) =>
    (await keys.listKeys(db, workspace.id)).map(key => viewKey(key, now)),
  )
}

/**
 * Issues a key; `secret` is shown this once.
 *
 * @throws {AdminRefused} too_many_keys, invalid_name, invalid_expiry
 */
export function createKey(
  options: AdminOptions,
  wanted: { name: string; scopes: readonly Scope[]; expires_at: number | null },
): Promise<{ key: KeyView; secret: string }> {
  return at(options, async ({ db, workspace, now, newId }) => {
    checkNewKey(wanted.name, wanted.expires_at, now)
    const issued = await write(db, async tx => {
      const made = await keys.createKey(tx, { ...wanted, workspace_id: workspace.id, now, newId })
      const { name, scopes } = wanted
      await recordEvent(tx, { now, newId }, keyEvent('key_created', made.key, { name, scopes }))
      return made
    })
    return { key: viewKey(issued.key, now), secret: issued.secret }
  })
}

/**
 * Replaces a key at once by one with the same name, scopes and expiry. Its `secret` is shown this once; where the key is this
 * program's own, the key file follows.
 *
 * @throws {AdminRefused} key_not_found, key_not_active
 */
export function rotateKey(options: AdminOptions, id: string): Promise<{ key: KeyView; secret: string }> {
  return at(options, async ({ db, workspace, secrets, now, newId }) => {
    const issued = await writeAlone(db, async tx => {
      const fresh = await keys.rotateKey(tx, { workspace_id: workspace.id, id, now, newId })
      await recordEvent(tx, { now, newId }, keyEvent('key_rotated', fresh.key, { replaces: id }))
      if (fresh.key.own === 1) await keepOwnKey(tx, { dataDir: options.dataDir, secrets, now }, fresh.secret)
      return fresh
    })
    return { key: viewKey(issued.key, now), secret: issued.secret }
  })
}

/** Ends a key at once. @throws {AdminRefused} key_not_found, key_not_active */
export function revokeKey(options: AdminOptions, id: string): Promise<void> {
  return at(options, ({ db, workspace, now, newId }) =>
    write(db, async tx => {
      const key = await keys.revokeKey(tx, { workspace_id: workspace.id, id, now })
      await recordEvent(tx, { now, newId }, keyEvent('key_revoked', key))
    }),
  )
}

/** A line of the audit log about a key: the operator did it. */
function keyEvent(kind: AuditKind, { id, workspace_id }: ApiKeyRow, facts: object = {}): AuditEvent {
  return { kind, workspace_id, client_id: id, detail: { ...facts, by: 'operator' } }
}

function viewKey(key: ApiKeyRow, now: number): KeyView {
  const { id, name, prefix, replaced_by } = key
  const moments = { created_at: timestamp(key.created_at), expires_at: momentOf(key.expires_at) }
  const scopes = keyScopesColumn.read(key.scopes_json)
  return { id, name, prefix, scopes, state: keyState(key, now), replaced_by, own: key.own === 1, ...moments }
}
