import { SCOPE_NAMES, type Scope } from '../../contract/scopes.ts'
import { DEFAULT_CEILING } from '../domain/ceiling.ts'
import { checkPassword, type MemberRole, memberName } from '../domain/members.ts'
import { timestamp } from '../domain/time.ts'
import { write } from '../store/database.ts'
import { readFact } from '../store/facts.ts'
import { makeInvitation } from '../store/invitations.ts'
import * as members from '../store/members.ts'
import type { MemberRow } from '../store/schema.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import { type AdminOptions, at } from './desk.ts'

/** A member as the operator sees her. Moments as RFC 3339. */
export interface MemberView {
  readonly id: string
  readonly name: string
  readonly role: MemberRole
  readonly state: 'active' | 'removed'
  /** What her agents may use at most. */
  readonly scopes: readonly Scope[]
  /** False until a password is set: until then she cannot sign in. */
  readonly has_password: boolean
  readonly created_at: string
}

/** What the operator sets of a member. A field that is left out stays as it is; a new member gets the default. */
export interface MemberWish {
  readonly name: string
  readonly role?: MemberRole | undefined
  /** The scopes that her agents may use at most, in place of the earlier ones. */
  readonly scopes?: readonly Scope[] | undefined
  /** Scopes that are added to `scopes`, or without `scopes` to the earlier ones. */
  readonly more?: readonly Scope[] | undefined
}

function ceilingOf({ scopes, more = [] }: MemberWish, before: readonly Scope[]): readonly Scope[] {
  const base = scopes ?? before
  return SCOPE_NAMES.filter(scope => base.includes(scope) || more.includes(scope))
}

/** The members of the workspace by name, removed ones too. */
export function listMembers(options: AdminOptions): Promise<readonly MemberView[]> {
  return at(options, async ({ db, workspace }) => (await members.listMembers(db, workspace.id)).map(view))
}

/** A member, and the one-time link with which she sets her password. It is shown this once. */
export interface InvitedMember {
  readonly member: MemberView
  readonly invitation: Invitation
}

export interface Invitation {
  readonly url: string
  /** RFC 3339. */
  readonly expires_at: string
  /** True where the address is a guess: no server with sign-in has run on this data folder yet, and none was named. */
  readonly guessed: boolean
}

/** The address of `http` where nothing else is set. */
const USUAL_ADDRESS = 'http://127.0.0.1:8333'

/**
 * Admits a member, by default with all scopes but batches:create, or makes another link for one who has no password yet. The link
 * is at `origin`, else at the address of the server that ran last on the data folder.
 *
 * @throws {AdminRefused} invalid_name, member_exists
 */
export function inviteMember(
  options: AdminOptions,
  wanted: MemberWish & { readonly origin?: string | undefined },
): Promise<InvitedMember> {
  const { role, scopes, more } = wanted
  const name = memberName(wanted.name)
  return at(options, ({ db, workspace, now, newId }) =>
    write(db, async tx => {
      const waiting = await members.waitingMember(tx, workspace.id, name)
      const changes = role !== undefined || scopes !== undefined || more !== undefined
      const facts = { workspace_id: workspace.id, name, role: role ?? 'member', now, newId }
      const ceiling = ceilingOf(wanted, DEFAULT_CEILING)
      // With a role or scopes it is a new member, or a mistake: addMember then refuses the name.
      const again = waiting !== undefined && !changes
      const member = again ? waiting : await members.addMember(tx, { ...facts, ceiling })
      const { token, expires_at } = await makeInvitation(tx, { member, now, newId })
      const origin = wanted.origin ?? (await readFact(tx, 'sign_in_address'))
      const url = `${origin ?? USUAL_ADDRESS}/invitation?token=${token}`
      return {
        member: view(member),
        invitation: { url, expires_at: timestamp(expires_at), guessed: origin === undefined },
      }
    }),
  )
}

/** Sets role or ceiling of a member. @throws {AdminRefused} member_not_found, last_admin */
export function setMember(options: AdminOptions, wanted: MemberWish): Promise<MemberView> {
  const { name, role, scopes, more } = wanted
  return at(options, ({ db, workspace, now, newId }) =>
    write(db, async tx => {
      let member = await members.requireMember(tx, workspace.id, name)
      const { id } = member
      if (role !== undefined) member = await members.setRole(tx, { id, role, now, newId })
      if (scopes !== undefined || more !== undefined) {
        const ceiling = ceilingOf(wanted, ceilingColumn.read(member.ceiling_json))
        member = await members.setCeiling(tx, { id, ceiling, now, newId })
      }
      return view(member)
    }),
  )
}

/** Ends a membership with its connections and tokens. @throws {AdminRefused} member_not_found, last_admin */
export function removeMember(options: AdminOptions, name: string): Promise<MemberView> {
  return at(options, ({ db, workspace, now, newId }) =>
    write(db, async tx => {
      const { id } = await members.requireMember(tx, workspace.id, name)
      return view(await members.removeMember(tx, { id, now, newId }))
    }),
  )
}

/** Finds a member, to know that there is one before a password is asked for. @throws {AdminRefused} member_not_found */
export function findMember(options: AdminOptions, name: string): Promise<MemberView> {
  return at(options, async ({ db, workspace }) => view(await members.requireMember(db, workspace.id, name)))
}

/** A member, and how many of her connections were ended. */
export interface MemberEnding {
  readonly member: MemberView
  readonly ended_connections: number
}

/** Ends every connection of a member, and signs her out of every browser. @throws {AdminRefused} member_not_found */
export function endMemberConnections(options: AdminOptions, name: string): Promise<MemberEnding> {
  return at(options, ({ db, workspace, clock, newId }) =>
    write(db, async tx => {
      const { id } = await members.requireMember(tx, workspace.id, name)
      return ending(await members.endConnections(tx, { id, now: clock(), newId }))
    }),
  )
}

/**
 * Sets the password of a member, which ends every connection made before.
 *
 * @throws {AdminRefused} weak_password, member_not_found
 */
export async function setMemberPassword(options: AdminOptions, name: string, password: string): Promise<MemberEnding> {
  checkPassword(password)
  // Loaded here: no other order needs its library. Hashed before the transaction, since hashing is slow on purpose.
  const { hashPassword } = await import('../oauth/passwords.ts')
  const password_hash = await hashPassword(password)
  return at(options, ({ db, workspace, clock, newId }) =>
    write(db, async tx => {
      const { id } = await members.requireMember(tx, workspace.id, name)
      return ending(await members.setPassword(tx, { id, password_hash, now: clock(), newId }))
    }),
  )
}

function ending({ member, connections }: Awaited<ReturnType<typeof members.setPassword>>): MemberEnding {
  return { member: view(member), ended_connections: connections }
}

function view(member: MemberRow): MemberView {
  const { id, name, role, state, password_hash } = member
  const scopes = ceilingColumn.read(member.ceiling_json)
  return {
    id,
    name,
    role,
    state,
    scopes,
    has_password: password_hash !== null,
    created_at: timestamp(member.created_at),
  }
}
