import { type ExpressionBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { AuditKind } from '../domain/audit-kinds.ts'
import { DAY, HOUR } from '../domain/time.ts'
import { contains } from './contains.ts'
import type { Database } from './database.ts'
import type { AuditRow, Schema } from './schema.ts'
import { stored } from './stored.ts'

/** Plain facts about an event; never a credential. */
export const detailColumn = stored('audit_events.detail_json', 1, z.record(z.string(), z.unknown()).readonly())

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
  /** Where it came from, as limits count it (domain/addresses.ts). */
  readonly address?: string | null
  /** Plain facts; never a credential. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The moment of an event, and where the id of its line comes from. */
export interface Moment {
  readonly now: number
  readonly newId: (prefix: string) => string
}

/** Writes one line of the audit log. Call it in the transaction of what it records. */
export async function recordEvent(tx: Database, moment: Moment, event: AuditEvent): Promise<void> {
  await tx.insertInto('audit_events').values(rowOf(event, moment)).execute()
}

/**
 * Writes an event of which alike ones may come in any number: those of one hour are one line with a count. `alike` is what they
 * have in common beside kind and hour. The line has the first moment and the last one, and the detail of the last.
 */
export async function countEvent(
  tx: Database,
  moment: Moment,
  event: AuditEvent,
  alike: readonly (string | null)[],
): Promise<void> {
  const row = { ...rowOf(event, moment), tally: `${tallyOf(event, moment)} ${alike.join(' ')}` }
  const again = { last_at: moment.now, detail_json: row.detail_json, times: sql<number>`audit_events.times + 1` }
  const made = tx.insertInto('audit_events').values(row)
  await made.onConflict(on => on.column('tally').doUpdateSet(again)).execute()
}

/** The most lines of one kind that strangers get in an hour; whoever comes from further addresses is counted in one line more. */
const STRANGERS = 10

/** Counts what somebody did who is not signed in: by address, in a bounded number of lines. */
export async function countStranger(tx: Database, moment: Moment, event: AuditEvent): Promise<void> {
  const begin = tallyOf(event, moment)
  // A space follows in every line of this kind and hour, and `!` comes after the space.
  const lines = tx
    .selectFrom('audit_events')
    .select('tally')
    .where('tally', '>', begin)
    .where('tally', '<', `${begin}!`)
  const found = (await lines.execute()).map(({ tally }) => tally)
  const { address = null } = event
  if (found.length < STRANGERS || found.includes(`${begin} ${address}`)) return countEvent(tx, moment, event, [address])
  return countEvent(tx, moment, { ...event, address: null, detail: {} }, ['elsewhere'])
}

function tallyOf({ kind }: AuditEvent, { now }: Moment): string {
  return `${kind} ${Math.floor(now / HOUR)}`
}

function rowOf({ kind, workspace_id, detail = {}, ...refers }: AuditEvent, { now, newId }: Moment) {
  const { member_id = null, client_id = null, connection_id = null, batch_id = null } = refers
  const { credits = null, address = null } = refers
  const row = { id: newId('aud'), kind, workspace_id, at: now, detail_json: detailColumn.write(detail) }
  const single = { times: 1, last_at: null, tally: null }
  return { ...row, member_id, client_id, connection_id, batch_id, credits, address, ...single }
}

/** Which lines of the log are wanted; what is left out limits nothing. Moments in milliseconds. */
export interface EventRange {
  readonly since?: number | undefined
  /** The lines before this moment. */
  readonly until?: number | undefined
  readonly kinds?: readonly AuditKind[] | undefined
  readonly whom?: Whom | undefined
  /** The lines that follow this one, newest first. */
  readonly after?: Pick<AuditRow, 'at' | 'id'> | undefined
  readonly limit?: number
}

/** Who acted, or whom it concerns. One of these is enough. */
export interface Whom {
  readonly members: readonly string[]
  /** OAuth clients and workspace keys. */
  readonly clients: readonly string[]
  readonly connections: readonly string[]
  readonly address: string | null
  /** `operator` or `client`, as the log says who did it. */
  readonly by: string | null
}

/** The log of a workspace, newest first. With null, the events without a workspace, such as refused sign-ins. */
export function listEvents(db: Database, workspaceId: string | null, range: EventRange = {}): Promise<AuditRow[]> {
  const { since, until, kinds, whom, after, limit = 1000 } = range
  let events = db.selectFrom('audit_events').selectAll()
  events = events.where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
  if (since !== undefined) events = events.where('at', '>=', since)
  if (until !== undefined) events = events.where('at', '<', until)
  if (kinds !== undefined) events = events.where('kind', 'in', kinds)
  if (whom !== undefined) events = events.where(is => is.or(namedIn(is, whom)))
  if (after !== undefined) {
    const { at, id } = after
    events = events.where(is => is.or([is('at', '<', at), is.and([is('at', '=', at), is('id', '<', id)])]))
    events = events.where('at', '<=', at)
  }
  return events.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

function namedIn(is: ExpressionBuilder<Schema, 'audit_events'>, whom: Whom) {
  const { members, clients, connections, address, by } = whom
  const actors = by === null ? members : [...members, by]
  return [
    ...(members.length > 0 ? [is('member_id', 'in', members)] : []),
    ...(clients.length > 0 ? [is('client_id', 'in', clients)] : []),
    ...(connections.length > 0 ? [is('connection_id', 'in', connections)] : []),
    ...(address === null ? [] : [is('address', '=', address)]),
    // Who did it is part of the detail, which is JSON that this program wrote.
    ...actors.map(actor => contains(is.ref('detail_json'), `"by":${JSON.stringify(actor)}`)),
  ]
}

/** One line of the log. */
export function findEvent(db: Database, id: string): Promise<AuditRow | undefined> {
  return db.selectFrom('audit_events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How long the log is kept, in milliseconds; what strangers did is kept for less. */
const KEPT_MS = 400 * DAY
const STRANGERS_MS = 30 * DAY

/** Removes lines that are over their time, at most `most`. @returns how many there were: fewer than `most` when none is left */
export async function sweepEvents(db: Database, now: number, most: number): Promise<number> {
  const lines = db.selectFrom('audit_events').select('id').limit(most)
  const strangers = lines.where('workspace_id', 'is', null).where('at', '<', now - STRANGERS_MS)
  const gone = await db.deleteFrom('audit_events').where('id', 'in', strangers).returning('id').execute()
  const old = lines.where('at', '<', now - KEPT_MS).limit(most - gone.length)
  return gone.length + (await db.deleteFrom('audit_events').where('id', 'in', old).returning('id').execute()).length
}
