import { randomBytes } from 'node:crypto'
import { hashKey } from '../domain/keys.ts'
import { DAY } from '../domain/time.ts'
import { recordEvent } from './audit.ts'
import type { Database } from './database.ts'
import { type Acting, activeMember, endInvitation } from './members.ts'
import type { MemberRow, WorkspaceRow } from './schema.ts'

/** How long a link works, in milliseconds. */
const INVITATION_MS = DAY

/** Whom a link is for. */
export interface Invited {
  readonly member: MemberRow
  readonly workspace: WorkspaceRow
}

/** Makes the link of a member, in place of an earlier one. `token` is never stored: the database has its hash. */
export async function makeInvitation(
  tx: Database,
  { member, now, newId }: Acting & { member: MemberRow },
): Promise<{ token: string; expires_at: number }> {
  const token = randomBytes(32).toString('base64url')
  const { id: member_id, workspace_id } = member
  const expires_at = now + INVITATION_MS
  await endInvitation(tx, member_id)
  await tx
    .insertInto('invitations')
    .values({ hash: hashKey(token), member_id, created_at: now, expires_at })
    .execute()
  const event = { kind: 'invitation_made', workspace_id, member_id, detail: { by: 'operator' } } as const
  await recordEvent(tx, { now, newId }, event)
  return { token, expires_at }
}

/** The member whose link has this token, while it works. */
export async function findInvited(db: Database, token: string, now: number): Promise<Invited | undefined> {
  const links = db.selectFrom('invitations').select('member_id').where('hash', '=', hashKey(token))
  const found = await links.where('expires_at', '>', now).executeTakeFirst()
  return found && (await activeMember(db, found.member_id))
}
