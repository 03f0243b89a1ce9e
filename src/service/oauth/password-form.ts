import { earliestSignIn, nameAsKept } from '../domain/members.ts'
import { visible } from '../domain/visible.ts'
import { countEvent, countStranger, type Moment } from '../store/audit.ts'
import { type Database, write } from '../store/database.ts'
import type { MemberRow } from '../store/schema.ts'
import type { Desk } from './desk.ts'
import { memberWithPassword } from './passwords.ts'

/** The outcome of a posted name and password. `loginTs` is the moment of the sign-in, in seconds as sessions keep it. */
export type SignInOutcome =
  | { readonly kind: 'member'; readonly member: MemberRow; readonly loginTs: number }
  | { readonly kind: 'wrong'; readonly name: string }
  | { readonly kind: 'too_many'; readonly seconds: number }

/** A name of a member and the short name of a workspace, at most. */
const LONGEST_NAME = 150

/** Finds the member of a posted name and password. Wrong passwords are counted by name and address (tries.ts). */
export async function readSignIn(
  form: URLSearchParams,
  { address, clientId }: { address: string; clientId: string | null },
  { db, tries, clock, newId }: Desk,
): Promise<SignInOutcome> {
  const name = nameAsKept(form.get('name') ?? '')
  // Before the password is looked at: one that is replaced while it is checked opens no session that outlasts it.
  const began = clock()
  const check = () => memberWithPassword(db, name, form.get('password') ?? '')
  const tried = await tries.attempt({ name, address, check })
  if ('seconds' in tried) return { kind: 'too_many', seconds: tried.seconds }
  const { found: member } = tried
  if (member === undefined) {
    // Anybody may have typed anything as the name.
    const detail = { name: visible(name, LONGEST_NAME) }
    const event = { kind: 'sign_in_refused', workspace_id: null, client_id: clientId, address, detail } as const
    await write(db, tx => countStranger(tx, { now: clock(), newId }, event))
    return { kind: 'wrong', name }
  }
  await write(db, tx => countSignIn(tx, { now: clock(), newId }, { member, client_id: clientId, address }))
  return { kind: 'member', member, loginTs: Math.max(Math.floor(began / 1000), earliestSignIn(member)) }
}

/** Writes down that a member signed in: from where, and for which program; null where it is her own browser. */
export async function countSignIn(
  tx: Database,
  moment: Moment,
  { member, client_id, address }: { member: MemberRow; client_id: string | null; address: string },
): Promise<void> {
  const { id: member_id, workspace_id } = member
  const event = { kind: 'signed_in', workspace_id, member_id, client_id, address } as const
  await countEvent(tx, moment, event, [member_id, client_id, address])
}
