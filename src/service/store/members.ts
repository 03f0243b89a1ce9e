import type { Scope } from '../../contract/scopes.ts'
import { readScopes } from '../domain/ceiling.ts'
import { recordEvent } from './audit.ts'
import { revokeConnections } from './connections.ts'
import type { Database } from './database.ts'
import type { MemberRow, WorkspaceRow } from './schema.ts'

/** Who does something that the audit log keeps, and when. */
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
  return found === undefined ? [] : readScopes(found.member.ceiling_json)
}

/** The members of a workspace by name, removed ones too. */
export function listMembers(db: Database, workspaceId: string): Promise<MemberRow[]> {
  return db.selectFrom('members').selectAll().where('workspace_id', '=', workspaceId).orderBy('name').execute()
}

/** Admits a member, who can sign in once a password is set. The name is free in the workspace, else the database refuses it. */
export async function addMember(
  tx: Database,
  wanted: Acting & { workspace_id: string; name: string; role: MemberRow['role']; ceiling: readonly Scope[] },
): Promise<MemberRow> {
  const { workspace_id, name, role, ceiling, now, newId } = wanted
  const facts = { workspace_id, name, role, ceiling_json: JSON.stringify(ceiling), created_at: now } as const
  const row = { id: newId('mem'), ...facts, password_hash: null, state: 'active' } as const
  const member = await tx.insertInto('members').values(row).returningAll().executeTakeFirstOrThrow()
  await recordEvent(tx, wanted, { kind: 'member_added', workspace_id, member_id: member.id, detail: { name, role } })
  return member
}

/** Sets what a member may use at most; tokens already issued follow at their next use (OAU-3). */
export async function setCeiling(
  tx: Database,
  wanted: Acting & { id: string; ceiling: readonly Scope[] },
): Promise<MemberRow> {
  const { ceiling_json: before } = await tx
    .selectFrom('members')
    .select('ceiling_json')
    .where('id', '=', wanted.id)
    .executeTakeFirstOrThrow()
  const member = await update(tx, wanted.id, { ceiling_json: JSON.stringify(wanted.ceiling) })
  const detail = { before: readScopes(before), after: wanted.ceiling }
  await recordEvent(tx, wanted, { ...whose(member), kind: 'ceiling_changed', detail })
  return member
}

/** Ends a membership: no sign-in, and every token of the member is refused from now on. */
export async function removeMember(tx: Database, wanted: Acting & { id: string }): Promise<MemberRow> {
  const member = await update(tx, wanted.id, { state: 'removed', password_hash: null })
  await revokeConnections(tx, member.id, wanted.now)
  await recordEvent(tx, wanted, { ...whose(member), kind: 'member_removed', detail: { name: member.name } })
  return member
}

/** Sets a password, made into a hash (oauth/passwords.ts) before the transaction began. */
export async function setPassword(
  tx: Database,
  wanted: Acting & { id: string; password_hash: string },
): Promise<MemberRow> {
  const member = await update(tx, wanted.id, { password_hash: wanted.password_hash })
  await recordEvent(tx, wanted, { ...whose(member), kind: 'password_set', detail: {} })
  return member
}

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

function update(
  tx: Database,
  id: string,
  values: Partial<Pick<MemberRow, 'ceiling_json' | 'password_hash' | 'state'>>,
): Promise<MemberRow> {
  return tx.updateTable('members').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

function whose(member: MemberRow): { workspace_id: string; member_id: string } {
  return { workspace_id: member.workspace_id, member_id: member.id }
}
