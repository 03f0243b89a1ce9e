import * as z from 'zod'
import type { Database } from './database.ts'
import type { AuditRow } from './schema.ts'
import { stored } from './stored.ts'

/** Plain facts about an event; never a credential. */
export const detailColumn = stored('audit_events.detail_json', 1, z.record(z.string(), z.unknown()).readonly())

/** What the audit log keeps. */
export const AUDIT_KINDS = [
  'connection_granted',
  'connection_refused',
  'connection_revoked',
  'sign_in_refused',
  'refresh_token_reused',
  'workspace_created',
  'member_added',
  'role_changed',
  'ceiling_changed',
  'member_removed',
  'password_set',
  'spending_approved',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

export interface AuditEvent {
  readonly kind: AuditKind
  /** Null where nobody is signed in yet. */
  readonly workspace_id: string | null
  /** Whom it concerns or who did it. */
  readonly member_id?: string | null
  /** The OAuth client, or the workspace key, that acted. */
  readonly client_id?: string | null
  readonly connection_id?: string | null
  readonly batch_id?: string | null
  readonly credits?: number | null
  /** Plain facts; never a credential. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes one line of the audit log. Call it in the transaction of what it records. */
export async function recordEvent(
  tx: Database,
  { now, newId }: { now: number; newId: (prefix: string) => string },
  { kind, workspace_id, detail = {}, ...refers }: AuditEvent,
): Promise<void> {
  const { member_id = null, client_id = null, connection_id = null, batch_id = null, credits = null } = refers
  const row = { id: newId('aud'), kind, workspace_id, at: now, detail_json: detailColumn.write(detail) }
  await tx
    .insertInto('audit_events')
    .values({ ...row, member_id, client_id, connection_id, batch_id, credits })
    .execute()
}

/** The log of a workspace since a moment (ms), newest first. With null, the events without a workspace, such as refused sign-ins. */
export function listEvents(
  db: Database,
  workspaceId: string | null,
  { since = 0, limit = 1000 }: { since?: number; limit?: number } = {},
): Promise<AuditRow[]> {
  const events = db.selectFrom('audit_events').selectAll().where('at', '>=', since)
  const where =
    workspaceId === null ? events.where('workspace_id', 'is', null) : events.where('workspace_id', '=', workspaceId)
  return where.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}
