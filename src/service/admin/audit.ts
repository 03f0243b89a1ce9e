import { AdminRefused } from '../domain/admin.ts'
import type { AuditKind } from '../domain/audit-kinds.ts'
import { nameAsKept } from '../domain/members.ts'
import { momentOf, timestamp } from '../domain/time.ts'
import { detailColumn, type EventRange, findEvent, listEvents, type Whom } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import type { AuditRow } from '../store/schema.ts'
import { type AdminOptions, at } from './desk.ts'

/** One line of the audit log. Names are those of now; `at` is RFC 3339. */
export interface AuditEntry {
  readonly id: string
  readonly at: string
  readonly kind: string
  /** Who did it: `operator`, `client` (the program itself), the name of a member; null where nobody is known. */
  readonly by: string | null
  /** Whom it concerns, by name. */
  readonly member: string | null
  /** The program, or the workspace key, that acted; `name` is what it calls itself. */
  readonly client: { readonly id: string; readonly name: string | null } | null
  /** Where it came from: an IPv4 address, or the /64 of an IPv6 one. */
  readonly address: string | null
  readonly connection_id: string | null
  readonly batch_id: string | null
  readonly credits: number | null
  /** How often it happened within the hour, and when last, where alike events are one line. */
  readonly times: number
  readonly last_at: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** What of the log is wanted. */
export interface AuditQuery {
  /** Moments in milliseconds: from the first one on, and before the second. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly kinds?: readonly AuditKind[] | undefined
  /** The name of a member, key or program, an id of theirs, an address, or `operator`. */
  readonly who?: string | undefined
  /** The id of a line: those that follow it are wanted. */
  readonly after?: string | undefined
  /** The most lines; undefined for all. */
  readonly limit?: number | undefined
}

/** How many lines are read at once. */
const PAGE = 500

/**
 * Hands out the audit log of the workspace line by line, newest first. It includes the refused sign-ins of all workspaces: no
 * workspace is known until a sign-in succeeds.
 *
 * @returns the id of the last line, where older ones were left out
 * @throws {AdminRefused} entry_not_found; nobody_named
 */
export function readAudit(
  options: AdminOptions,
  { who, after, limit = Number.POSITIVE_INFINITY, ...wanted }: AuditQuery,
  take: (entry: AuditEntry) => Promise<void> | void,
): Promise<string | undefined> {
  return at(options, async ({ db, workspace }) => {
    const names = await namesOf(db, workspace.id)
    const whom = who === undefined ? undefined : whomIn(names, who)
    let last = after === undefined ? undefined : await requireEntry(db, after)
    let left = limit
    for (;;) {
      const most = Math.min(PAGE, left)
      const found = await page(db, workspace.id, { ...wanted, whom, after: last, limit: most + 1 })
      for (const row of found.slice(0, most)) await take(view(row, names))
      last = found.slice(0, most).at(-1) ?? last
      left -= most
      if (found.length <= most) return undefined
      if (left === 0) return last?.id
    }
  })
}

async function page(db: Database, workspaceId: string, range: EventRange & { limit: number }): Promise<AuditRow[]> {
  const lists = [await listEvents(db, workspaceId, range), await listEvents(db, null, range)]
  const found = lists.flat().sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return found.slice(0, range.limit)
}

async function requireEntry(db: Database, id: string): Promise<AuditRow> {
  const found = await findEvent(db, id)
  if (found !== undefined) return found
  throw new AdminRefused('entry_not_found', `The audit log has no entry ${id}. Start without --cursor.`)
}

interface Names {
  readonly members: ReadonlyMap<string, string>
  readonly connections: ReadonlyMap<string, { readonly name: string; readonly client_id: string }>
  readonly keys: ReadonlyMap<string, string>
}

async function namesOf(db: Database, workspaceId: string): Promise<Names> {
  const members = db.selectFrom('members').select(['id', 'name']).where('workspace_id', '=', workspaceId)
  const keys = db.selectFrom('api_keys').select(['id', 'name']).where('workspace_id', '=', workspaceId)
  const all = db.selectFrom('connections').select(['id', 'client_id', 'client_name as name'])
  const connections = await all.where('workspace_id', '=', workspaceId).execute()
  return {
    members: byId(await members.execute()),
    keys: byId(await keys.execute()),
    connections: new Map(connections.map(({ id, ...facts }) => [id, facts])),
  }
}

function byId(rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** An IPv4 address, or the beginning of an IPv6 one, as the log has them. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:\/64)?)$/i

/** @throws {AdminRefused} nobody_named */
function whomIn({ members, connections, keys }: Names, written: string): Whom {
  const name = nameAsKept(written)
  const idsIn = (map: ReadonlyMap<string, string>) => [...map].flatMap(pair => (pair.includes(name) ? [pair[0]] : []))
  const programs = [...connections].filter(([id, facts]) => [id, facts.name, facts.client_id].includes(name))
  const by = name === 'operator' || name === 'client' ? name : null
  const address = ADDRESS.test(name) ? name : null
  const found = { members: idsIn(members), clients: idsIn(keys), connections: programs.map(([id]) => id), address, by }
  const clients = [...new Set([...found.clients, ...programs.map(([, { client_id }]) => client_id)])]
  if (by === null && address === null && [...found.members, ...clients].length === 0) {
    const message = `No member, key or program is called ${JSON.stringify(name)}. translation-mcp members list and keys list show the names.`
    throw new AdminRefused('nobody_named', message)
  }
  return { ...found, clients }
}

function view(row: AuditRow, names: Names): AuditEntry {
  const { id, kind, member_id, client_id, connection_id, batch_id, credits, address, times } = row
  const { by: actor, ...detail } = detailColumn.read(row.detail_json)
  const member = member_id === null ? null : (names.members.get(member_id) ?? member_id)
  const clientName = names.connections.get(connection_id ?? '')?.name ?? names.keys.get(client_id ?? '') ?? null
  const client = client_id === null ? null : { id: client_id, name: clientName }
  const by = typeof actor === 'string' ? (names.members.get(actor) ?? actor) : member
  const moments = { at: timestamp(row.at), last_at: momentOf(row.last_at) }
  return { id, ...moments, kind, by, member, client, address, connection_id, batch_id, credits, times, detail }
}
