import { timestamp } from '../domain/time.ts'
import { detailColumn, listEvents } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import type { AuditRow } from '../store/schema.ts'
import { type AdminOptions, at } from './desk.ts'

/** One line of the audit log. Names are those of now; `at` is RFC 3339. */
export interface AuditEntry {
  readonly at: string
  readonly kind: string
  /** Who did it: `operator`, `client` (the program itself), the name of a member; null where nobody is known. */
  readonly by: string | null
  /** Whom it concerns, by name. */
  readonly member: string | null
  /** The program, or the workspace key, that acted; `name` is what it calls itself. */
  readonly client: { readonly id: string; readonly name: string | null } | null
  readonly connection_id: string | null
  readonly batch_id: string | null
  readonly credits: number | null
  readonly detail: Readonly<Record<string, unknown>>
}

export interface AuditView {
  readonly events: readonly AuditEntry[]
  /** True where older ones were left out. */
  readonly has_more: boolean
}

/**
 * The audit log of the workspace since a moment (ms), newest first, at most `limit` lines. It includes the refused sign-ins of
 * all workspaces: no workspace is known until a sign-in succeeds.
 */
export function readAudit(
  options: AdminOptions,
  { since = 0, limit = 1000 }: { since?: number | undefined; limit?: number } = {},
): Promise<AuditView> {
  return at(options, async ({ db, workspace }) => {
    const range = { since, limit: limit + 1 }
    const lists = await Promise.all([listEvents(db, workspace.id, range), listEvents(db, null, range)])
    const found = lists.flat().sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    const names = await namesOf(db, workspace.id)
    return { events: found.slice(0, limit).map(row => view(row, names)), has_more: found.length > limit }
  })
}

interface Names {
  readonly members: ReadonlyMap<string, string>
  readonly connections: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
}

async function namesOf(db: Database, workspaceId: string): Promise<Names> {
  const members = db.selectFrom('members').select(['id', 'name']).where('workspace_id', '=', workspaceId)
  const keys = db.selectFrom('api_keys').select(['id', 'name']).where('workspace_id', '=', workspaceId)
  const all = db.selectFrom('connections').select(['id', 'client_name as name'])
  const connections = all.where('workspace_id', '=', workspaceId)
  return {
    members: byId(await members.execute()),
    keys: byId(await keys.execute()),
    connections: byId(await connections.execute()),
  }
}

function byId(rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function view(row: AuditRow, names: Names): AuditEntry {
  const { kind, member_id, client_id, connection_id, batch_id, credits } = row
  const { by: actor, ...detail } = detailColumn.read(row.detail_json)
  const member = member_id === null ? null : (names.members.get(member_id) ?? member_id)
  const clientName = names.connections.get(connection_id ?? '') ?? names.keys.get(client_id ?? '') ?? null
  const client = client_id === null ? null : { id: client_id, name: clientName }
  const by = typeof actor === 'string' ? (names.members.get(actor) ?? actor) : member
  return { at: timestamp(row.at), kind, by, member, client, connection_id, batch_id, credits, detail }
}
