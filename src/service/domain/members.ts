import { AdminRefused } from './admin.ts'
import { hides } from './visible.ts'

const ROLES = ['admin', 'member'] as const
/** An admin may end every connection of the workspace, a member her own; what either may use is her ceiling. */
export type MemberRole = (typeof ROLES)[number]

/** The name of a new member as it is kept: trimmed, composed (NFC). @throws {AdminRefused} invalid_name */
export function memberName(written: string): string {
  const name = readName(written, 'member')
  // The commands that this program tells people would take it for a flag.
  if (name.startsWith('-')) throw new AdminRefused('invalid_name', 'The name of a member does not begin with a dash.')
  return name
}

/** The name of a new workspace as it is kept. @throws {AdminRefused} invalid_name */
export function workspaceName(written: string): string {
  return readName(written, 'workspace')
}

/** A name as it is kept, so that whoever is called by it is found however it was typed. */
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

/** The short name that a workspace is called by on the command line and at sign-in. @throws {AdminRefused} invalid_name */
export function workspaceSlug(written: string): string {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(written)) {
    const rule = '1 to 40 of the characters a to z, 0 to 9 and -'
    throw new AdminRefused('invalid_name', `The short name of a workspace has ${rule}.`)
  }
  return written
}

/** A short name made of a full one; an empty text where none can be. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')
}

/** The least characters of a password. Length is what counts (NIST SP 800-63B): nothing is asked about their kinds. */
export const PASSWORD_LEAST = 12
const PASSWORD_MOST = 500

/** A password as it is hashed: one notation (NFKC) for what keyboards write in several. */
export function normalPassword(written: string): string {
  return written.normalize('NFKC')
}

/** @throws {AdminRefused} weak_password */
export function checkPassword(written: string): void {
  const length = Array.from(normalPassword(written)).length
  if (length < PASSWORD_LEAST || length > PASSWORD_MOST) {
    throw new AdminRefused('weak_password', `A password has ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters.`)
  }
}

interface Standing {
  readonly id: string
  readonly role: MemberRole
  readonly state: 'active' | 'removed'
}

/** Whoever is the only admin of a workspace stays one, or nobody could be asked any more. @throws {AdminRefused} last_admin */
export function checkAdminStays(members: readonly Standing[], id: string): void {
  const admins = members.filter(({ role, state }) => role === 'admin' && state === 'active')
  if (admins.length === 1 && admins[0]?.id === id) {
    const message = 'This is the only admin of the workspace. Make somebody else an admin first.'
    throw new AdminRefused('last_admin', message)
  }
}
