import { readScopes } from '../domain/ceiling.ts'
import { listConnections } from '../store/connections.ts'
import { listMembers } from '../store/members.ts'
import type { ConnectionRow, MemberRow } from '../store/schema.ts'
import type { ConnectionView } from '../web/connections-page.ts'
import { CONNECTION_DAYS } from './consent.ts'
import type { Desk } from './desk.ts'

const CONNECTION_MS = CONNECTION_DAYS * 24 * 60 * 60 * 1000

/** The most ended connections that are shown. */
const ENDED_SHOWN = 20

/** The connections of a workspace, or of one member in it, newest first: those that hold, and those that ended last. */
export async function connectionViews(
  { db, clock }: Pick<Desk, 'db' | 'clock'>,
  whose: { workspace_id: string; member_id?: string },
): Promise<{ live: readonly ConnectionView[]; ended: readonly ConnectionView[] }> {
  const now = clock()
  const members = new Map((await listMembers(db, whose.workspace_id)).map(member => [member.id, member]))
  const views = (await listConnections(db, whose)).map(row => {
    const view = viewOf(row, members.get(row.member_id))
    return { view, live: row.revoked_at === null && view.endsAt > now }
  })
  const ended = views.filter(({ live }) => !live).map(({ view }) => view)
  return {
    live: views.filter(({ live }) => live).map(({ view }) => view),
    ended: ended.sort((a, b) => b.endsAt - a.endsAt).slice(0, ENDED_SHOWN),
  }
}

function viewOf(row: ConnectionRow, member: MemberRow | undefined): ConnectionView {
  const { id, client_id, client_name, created_at, last_used_at, revoked_at, redirect_host } = row
  const granted = readScopes(row.granted_json)
  const ceiling = readScopes(member?.ceiling_json ?? '[]')
  return {
    ...{ id, client: { id: client_id, name: client_name }, approvedBy: member?.name ?? row.member_id },
    ...{ createdAt: created_at, lastUsedAt: last_used_at, returnsTo: redirect_host },
    endsAt: revoked_at ?? created_at + CONNECTION_MS,
    scopes: granted.filter(scope => ceiling.includes(scope)),
    withheld: granted.filter(scope => !ceiling.includes(scope)),
  }
}
