import { hides } from '../../contract/hidden.ts'
import { AdminRefused } from './admin.ts'

const ROLES = ['admin', 'member'] as const
/** An admin may end every connection of the workspace, a member only her own. What either may use depends on her ceiling. */
export type MemberRole = (typeof ROLES)[number]

/** The stored form of a new member's name: trimmed, composed (NFC). @throws {AdminRefused} invalid_name */
export function memberName(written: string): string {
  const name = readName(written, 'member')
  // In the commands that this program shows to people, such a name would be read as a flag.
  if (name.startsWith('-')) throw new AdminRefused('invalid_name', 'The name of a member does not begin with a dash.')
  return name
}

/** The stored form of a new workspace's name. @throws {AdminRefused} invalid_name */
export function workspaceName(written: string): string {
  return readName(written, 'workspace')
}

/** The stored form of a name. A search uses it too, so that it finds the name however it was typed. */
export function nameAsKept(written: string): string {
  return written.trim().normalize('NFC')
}

function readName(written: string, whose: string): string {
  const name = nameAsKept(written)
  if (name === '' || name.length > 100 || hides(name)) {
    const rule = 'of 1 to 100 characters, none of them invisible'
    throw new AdminRefused('invalid_name', `A ${whose} needs a name ${rule}.`)
  }
  return name
}

/** The short name of the workspace that every data folder has. */
export const FIRST_WORKSPACE = 'local'

/** Checks the short name of a workspace, used on the command line and at sign-in. @throws {AdminRefused} invalid_name */
export function workspaceSlug(written: string): string {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(written)) {
    const rule = '1 to 40 of the characters a to z, 0 to 9 and -'
    throw new AdminRefused('invalid_name', `The short name of a workspace has ${rule}.`)
  }
  return written
}

/** A short name made from a full name; empty if no character of it can be used. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
}

/** The minimum length of a password in characters. Only length counts (NIST SP 800-63B): no kind of character is required. */
export const PASSWORD_LEAST = 12
const PASSWORD_MOST = 500

/** The form of a password that is hashed: NFKC, since keyboards encode the same character in different ways. */
export function normalPassword(written: string): string {
  return written.normalize('NFKC')
}

/** True for a new password of a length that is taken. */
export function isLongEnough(written: string): boolean {
  const length = Array.from(normalPassword(written)).length
  return length >= PASSWORD_LEAST && length <= PASSWORD_MOST
}

/** Checks the length of a new password. @throws {AdminRefused} weak_password */
export function checkPassword(written: string): void {
  if (!isLongEnough(written)) {
    throw new AdminRefused(
      'weak_password',
      `A password has ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters. Nothing was changed.`,
    )
  }
}

/**
 * The earliest sign-in that still counts, in whole seconds as sessions keep their time: after the second in which the password was
 * set or all connections were ended. A sign-in within that second is written down as this moment.
 */
export function earliestSignIn(member: { password_set_at: number | null; signed_out_at: number | null }): number {
  const last = Math.max(member.password_set_at ?? 0, member.signed_out_at ?? 0)
  return last === 0 ? 0 : Math.floor(last / 1000) + 1
}

interface Standing {
  readonly id: string
  readonly role: MemberRole
  readonly state: 'active' | 'removed'
}

/** Refuses to take away the last admin of a workspace: it would be left without one. @throws {AdminRefused} last_admin */
export function checkAdminStays(members: readonly Standing[], id: string): void {
  const admins = members.filter(({ role, state }) => role === 'admin' && state === 'active')
  if (admins.length === 1 && admins[0]?.id === id) {
    const message = 'This is the only admin of the workspace. Make somebody else an admin first.'
    throw new AdminRefused('last_admin', message)
  }
}
