import { endedConnections, liveConnections, type Whose } from '../store/connections.ts'
import { listMembers } from '../store/members.ts'
import type { ConnectionRow, MemberRow } from '../store/schema.ts'
import { ceilingColumn, grantedColumn } from '../store/scope-lists.ts'
import type { ConnectionView } from '../web/connections-page.ts'
import { CONNECTION_DAYS } from './consent.ts'
import type { Desk } from './desk.ts'

const CONNECTION_MS = CONNECTION_DAYS * 24 * 60 * 60 * 1000

/** Active connections on a page. */
const LIVE_SHOWN = 100
const ENDED_SHOWN = 20

export interface ConnectionViews {
  readonly live: readonly ConnectionView[]
  /** The connection after which the next page begins; undefined on the last page. */
  readonly older: string | undefined
  readonly ended: readonly ConnectionView[]
}

/** The connections of a workspace, or of one member in it: one page of the active ones, and those that ended last. */
export async function connectionViews(
  { db, clock }: Pick<Desk, 'db' | 'clock'>,
  whose: Whose,
  before: string | undefined,
): Promise<ConnectionViews> {
  const since = clock() - CONNECTION_MS
  const found = await liveConnections(db, whose, { since, before, limit: LIVE_SHOWN + 1 })
  const last = { since, lasting: CONNECTION_MS, limit: ENDED_SHOWN }
  const ended = before === undefined ? await endedConnections(db, whose, last) : []
  const members = new Map((await listMembers(db, whose.workspace_id)).map(member => [member.id, member]))
  const view = (row: ConnectionRow) => viewOf(row, members.get(row.member_id))
  const live = found.slice(0, LIVE_SHOWN)
  return {
    live: live.map(view),
    older: found.length > LIVE_SHOWN ? live.at(-1)?.id : undefined,
    ended: ended.map(view),
  }
}

function viewOf(row: ConnectionRow, member: MemberRow | undefined): ConnectionView {
  const { id, client_id, client_name, created_at, last_used_at, revoked_at, redirect_host } = row
  const granted = grantedColumn.read(row.granted_json)
  const ceiling = member === undefined ? [] : ceilingColumn.read(member.ceiling_json)
  return {
    ...{ id, client: { id: client_id, name: client_name }, approvedBy: member?.name ?? row.member_id },
    ...{ createdAt: created_at, lastUsedAt: last_used_at, returnsTo: redirect_host },
    endsAt: Math.min(revoked_at ?? Number.POSITIVE_INFINITY, created_at + CONNECTION_MS),
    scopes: granted.filter(scope => ceiling.includes(scope)),
    withheld: granted.filter(scope => !ceiling.includes(scope)),
  }
}
