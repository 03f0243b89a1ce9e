import { sql } from 'kysely'
import type { Scope } from '../../contract/scopes.ts'
import { recordEvent } from './audit.ts'
import type { Database } from './database.ts'
import { revokeGrant } from './oauth.ts'
import type { ConnectionRow } from './schema.ts'
import { grantedColumn, requestedColumn } from './scope-lists.ts'

export interface NewConnection {
  readonly id: string
  readonly workspace_id: string
  readonly member_id: string
  readonly client_id: string
  readonly client_name: string
  readonly redirect_host: string | null
  readonly requested: readonly Scope[]
  readonly granted: readonly Scope[]
  readonly now: number
}

/** Adds a connection: which member approved which scopes for which client (OAU-2). */
export async function addConnection(tx: Database, wanted: NewConnection): Promise<void> {
  const { requested, granted, now, ...facts } = wanted
  const lists = { requested_json: requestedColumn.write(requested), granted_json: grantedColumn.write(granted) }
  const moments = { created_at: now, last_used_at: null, revoked_at: null }
  await tx
    .insertInto('connections')
    .values({ ...facts, ...lists, ...moments })
    .execute()
}

/** A connection, revoked or not. */
export function findConnection(db: Database, id: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The connections of a workspace, or of one member in it. */
export interface Whose {
  readonly workspace_id: string
  readonly member_id?: string
}

/** The connections of a workspace, or of one member in it, newest first; revoked ones too. */
export function listConnections(db: Database, whose: Whose): Promise<ConnectionRow[]> {
  return connectionsOf(db, whose).orderBy('id', 'desc').execute()
}

/** Connections that still hold, newest first: not revoked, made after `since` (ms), and before the connection `before` if given. */
export function liveConnections(
  db: Database,
  whose: Whose,
  { since, before, limit }: { since: number; before: string | undefined; limit: number },
): Promise<ConnectionRow[]> {
  const live = connectionsOf(db, whose).where('revoked_at', 'is', null).where('created_at', '>', since)
  const wanted = before === undefined ? live : live.where('id', '<', before)
  return wanted.orderBy('id', 'desc').limit(limit).execute()
}

/** Ended connections, the last one to end first: revoked, or not made after `since` (ms). They last `lasting` ms at most. */
export function endedConnections(
  db: Database,
  whose: Whose,
  { since, lasting, limit }: { since: number; lasting: number; limit: number },
): Promise<ConnectionRow[]> {
  const over = connectionsOf(db, whose).where(is =>
    is.or([is('revoked_at', 'is not', null), is('created_at', '<=', since)]),
  )
  const end = sql`case when revoked_at < created_at + ${lasting} then revoked_at else created_at + ${lasting} end`
  return over.orderBy(end, 'desc').limit(limit).execute()
}

/** True for a client that some member has approved and not disconnected since. */
export async function isConnected(db: Database, clientId: string): Promise<boolean> {
  const live = db.selectFrom('connections').select('id').where('client_id', '=', clientId)
  return (await live.where('revoked_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

function connectionsOf(db: Database, { workspace_id, member_id }: Whose) {
  const all = db.selectFrom('connections').selectAll().where('workspace_id', '=', workspace_id)
  return member_id === undefined ? all : all.where('member_id', '=', member_id)
}

/**
 * Ends a connection: its grant and tokens are refused from now on. Their rows stay until they expire, so that their use can be
 * answered with "revoked".
 *
 * @returns the connection, or undefined where it was not there or ended already
 */
export async function revokeConnection(tx: Database, id: string, now: number): Promise<ConnectionRow | undefined> {
  const live = tx
    .updateTable('connections')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
  const ended = await live.returningAll().executeTakeFirst()
  await revokeGrant(tx, id, now)
  return ended
}

/** Ends a connection, with a line in the audit log that says by whom; one that has ended already stays as it is. */
export async function endConnection(
  tx: Database,
  wanted: { id: string; by: string; now: number; newId: (prefix: string) => string },
): Promise<void> {
  const { id, by, now } = wanted
  const ended = await revokeConnection(tx, id, now)
  if (ended === undefined) return
  const { workspace_id, member_id, client_id } = ended
  const event = { kind: 'connection_revoked', workspace_id, member_id, client_id, connection_id: id } as const
  await recordEvent(tx, wanted, { ...event, detail: { by } })
}

/** Ends every connection of a member. @returns how many there were */
export async function revokeConnections(tx: Database, memberId: string, now: number): Promise<number> {
  const live = tx
    .selectFrom('connections')
    .select('id')
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
  const found = await live.execute()
  for (const { id } of found) await revokeConnection(tx, id, now)
  return found.length
}

/** How exact the moment of last use is, in milliseconds: not every call writes. */
const USE_MS = 60_000

/** True while the last use of a connection that is written down is recent enough. */
export function isUseKnown({ last_used_at }: ConnectionRow, now: number): boolean {
  return last_used_at !== null && now - last_used_at < USE_MS
}

/** Writes down that a connection is in use. */
export async function touchConnection(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('connections').set({ last_used_at: now }).where('id', '=', id).execute()
}
