import type { Scope } from '../../contract/scopes.ts'
import { AdminRefused } from '../domain/admin.ts'
import { checkAdminStays, earliestSignIn, type MemberRole, nameAsKept } from '../domain/members.ts'
import { recordEvent } from './audit.ts'
import { revokeConnections } from './connections.ts'
import type { Database } from './database.ts'
import type { MemberRow, WorkspaceRow } from './schema.ts'
import { ceilingColumn } from './scope-lists.ts'

/** The moment of a change, and where the id of its line in the audit log comes from. Only the operator changes members. */
export interface Acting {
  readonly now: number
  readonly newId: (prefix: string) => string
}

/** A member who is not removed, with the workspace. */
export async function activeMember(
  db: Database,
  id: string,
): Promise<{ member: MemberRow; workspace: WorkspaceRow } | undefined> {
  const members = db.selectFrom('members').selectAll().where('id', '=', id)
  const member = await members.where('state', '=', 'active').executeTakeFirst()
  if (member === undefined) return undefined
  const workspaces = db.selectFrom('workspaces').selectAll()
  return { member, workspace: await workspaces.where('id', '=', member.workspace_id).executeTakeFirstOrThrow() }
}

/** What a member may use now: nothing once removed. */
export async function ceilingOf(db: Database, memberId: string | undefined): Promise<readonly Scope[]> {
  const found = memberId === undefined ? undefined : await activeMember(db, memberId)
  return found === undefined ? [] : ceilingColumn.read(found.member.ceiling_json)
}

/** The members of a workspace by name, removed ones too. */
export function listMembers(db: Database, workspaceId: string): Promise<MemberRow[]> {
  return db.selectFrom('members').selectAll().where('workspace_id', '=', workspaceId).orderBy('name').execute()
}

/** A member of a workspace by name, as it is written. @throws {AdminRefused} member_not_found */
export async function requireMember(db: Database, workspaceId: string, written: string): Promise<MemberRow> {
  const found = await named(db, workspaceId, nameAsKept(written))
  if (found?.state !== 'active') {
    throw new AdminRefused(
      'member_not_found',
      'The workspace has no member of this name: translation-mcp members list shows them. Nothing was changed.',
    )
  }
  return found
}

/** The member of a name who has no password yet. */
export async function waitingMember(db: Database, workspaceId: string, name: string): Promise<MemberRow | undefined> {
  const found = await named(db, workspaceId, name)
  return found?.state === 'active' && found.password_hash === null ? found : undefined
}

/** The admins of a workspace by name: whom a member may ask. */
export async function listAdmins(db: Database, workspaceId: string): Promise<readonly string[]> {
  const admins = db.selectFrom('members').select('name').where('workspace_id', '=', workspaceId)
  const rows = await admins.where('role', '=', 'admin').where('state', '=', 'active').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/**
 * Adds a member, who can sign in once a password is set. The name of a removed member may be used again. The new member inherits
 * nothing: the row of the removed member is renamed.
 *
 * @throws {AdminRefused} member_exists
 */
export async function addMember(
  tx: Database,
  wanted: Acting & { workspace_id: string; name: string; role: MemberRole; ceiling: readonly Scope[] },
): Promise<MemberRow> {
  const { workspace_id, name, role, ceiling, now, newId } = wanted
  const earlier = await named(tx, workspace_id, name)
  if (earlier?.state === 'active') {
    const next = 'members set changes role and scopes, members password sets a password'
    throw new AdminRefused('member_exists', `The workspace has a member of this name. Nothing was changed: ${next}.`)
  }
  if (earlier !== undefined) await update(tx, earlier.id, { name: `${name} (removed, ${earlier.id})` })
  const facts = { workspace_id, name, role, ceiling_json: ceilingColumn.write(ceiling), created_at: now } as const
  const fresh = { password_hash: null, password_set_at: null, signed_out_at: null, state: 'active' } as const
  const row = { id: newId('mem'), ...facts, ...fresh }
  const member = await tx.insertInto('members').values(row).returningAll().executeTakeFirstOrThrow()
  const detail = { name, role, ceiling, ...BY }
  await recordEvent(tx, wanted, { ...whose(member), kind: 'member_added', detail })
  return member
}

/** Sets what a member may use at most; tokens already issued follow at their next use (OAU-3). */
export async function setCeiling(
  tx: Database,
  wanted: Acting & { id: string; ceiling: readonly Scope[] },
): Promise<MemberRow> {
  const { ceiling_json } = await requireRow(tx, wanted.id)
  const member = await update(tx, wanted.id, { ceiling_json: ceilingColumn.write(wanted.ceiling) })
  const detail = { before: ceilingColumn.read(ceiling_json), after: wanted.ceiling, ...BY }
  await recordEvent(tx, wanted, { ...whose(member), kind: 'ceiling_changed', detail })
  return member
}

/** Sets the role of a member. @throws {AdminRefused} last_admin */
export async function setRole(tx: Database, wanted: Acting & { id: string; role: MemberRole }): Promise<MemberRow> {
  const { role: before, workspace_id } = await requireRow(tx, wanted.id)
  if (wanted.role !== 'admin') checkAdminStays(await listMembers(tx, workspace_id), wanted.id)
  const member = await update(tx, wanted.id, { role: wanted.role })
  const detail = { before, after: wanted.role, ...BY }
  await recordEvent(tx, wanted, { ...whose(member), kind: 'role_changed', detail })
  return member
}

/** Ends a membership: no sign-in, and every token of the member is refused from now on. @throws {AdminRefused} last_admin */
export async function removeMember(tx: Database, wanted: Acting & { id: string }): Promise<MemberRow> {
  const { workspace_id } = await requireRow(tx, wanted.id)
  checkAdminStays(await listMembers(tx, workspace_id), wanted.id)
  const member = await update(tx, wanted.id, { state: 'removed', password_hash: null })
  await endInvitation(tx, member.id)
  const connections = await revokeConnections(tx, member.id, wanted.now)
  const detail = { name: member.name, connections, ...BY }
  await recordEvent(tx, wanted, { ...whose(member), kind: 'member_removed', detail })
  return member
}

/**
 * Sets a password, made into a hash (oauth/passwords.ts) before the transaction began. It ends every connection that was made
 * before, and signed-in browsers have to sign in again. `by` is who did it: the id of the member, or the operator.
 */
export async function setPassword(
  tx: Database,
  wanted: Acting & { id: string; password_hash: string; by?: string },
): Promise<{ member: MemberRow; connections: number }> {
  const { password_hash, now, by = BY.by } = wanted
  const password_set_at = await endingMoment(tx, wanted.id, now)
  const member = await update(tx, wanted.id, { password_hash, password_set_at })
  await endInvitation(tx, member.id)
  const connections = await revokeConnections(tx, member.id, now)
  await recordEvent(tx, wanted, { ...whose(member), kind: 'password_set', detail: { connections, by } })
  return { member, connections }
}

/** Ends every connection of a member, and signs her out of every browser. `by` as for `setPassword`. */
export async function endConnections(
  tx: Database,
  wanted: Acting & { id: string; by?: string },
): Promise<{ member: MemberRow; connections: number }> {
  const { id, now, by = BY.by } = wanted
  const member = await update(tx, id, { signed_out_at: await endingMoment(tx, id, now) })
  const connections = await revokeConnections(tx, id, now)
  await recordEvent(tx, wanted, { ...whose(member), kind: 'connections_ended', detail: { connections, by } })
  return { member, connections }
}

/** Ends the one-time link of a member, used or not. */
export async function endInvitation(tx: Database, memberId: string): Promise<void> {
  await tx.deleteFrom('invitations').where('member_id', '=', memberId).execute()
}

/** After every sign-in that there was, also one that was written down as a moment later than it came (domain/members.ts). */
async function endingMoment(tx: Database, id: string, now: number): Promise<number> {
  return Math.max(now, earliestSignIn(await requireRow(tx, id)) * 1000)
}

/** Who changes members, in the words of the audit log. */
const BY = { by: 'operator' } as const

/** True when anybody can sign in at all. */
export async function anyPassword(db: Database): Promise<boolean> {
  const members = db.selectFrom('members').select('id').where('password_hash', 'is not', null)
  return (await members.where('state', '=', 'active').limit(1).executeTakeFirst()) !== undefined
}

/**
 * The members a name may mean at sign-in: those with a password. A name that several workspaces have is said as
 * `name@workspace-slug`.
 */
export async function signInCandidates(db: Database, name: string): Promise<MemberRow[]> {
  const members = db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .selectAll('members')
    .where('members.state', '=', 'active')
    .where('members.password_hash', 'is not', null)
  const exact = await members.where('members.name', '=', name).limit(2).execute()
  const at = name.lastIndexOf('@')
  if (exact.length > 0 || at < 0) return exact
  const within = members.where('members.name', '=', name.slice(0, at))
  return within.where('workspaces.slug', '=', name.slice(at + 1)).execute()
}

function named(db: Database, workspaceId: string, name: string): Promise<MemberRow | undefined> {
  const members = db.selectFrom('members').selectAll().where('workspace_id', '=', workspaceId)
  return members.where('name', '=', name).executeTakeFirst()
}

function requireRow(tx: Database, id: string): Promise<MemberRow> {
  return tx.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function update(
  tx: Database,
  id: string,
  values: Partial<Omit<MemberRow, 'id' | 'workspace_id' | 'created_at'>>,
): Promise<MemberRow> {
  return tx.updateTable('members').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

function whose(member: MemberRow): { workspace_id: string; member_id: string } {
  return { workspace_id: member.workspace_id, member_id: member.id }
}
