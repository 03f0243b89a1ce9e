import { nameAsKept } from '../domain/members.ts'
import { visible } from '../domain/visible.ts'
import { recordEvent } from '../store/audit.ts'
import type { MemberRow } from '../store/schema.ts'
import type { Desk } from './desk.ts'
import { memberWithPassword } from './passwords.ts'

/** The outcome of a posted name and password. */
export type SignInOutcome =
  | { readonly kind: 'member'; readonly member: MemberRow }
  | { readonly kind: 'wrong'; readonly name: string }
  | { readonly kind: 'too_many'; readonly seconds: number }

/** A name of a member and the short name of a workspace, at most. */
const LONGEST_NAME = 150

/** Finds the member of a posted name and password. Tries are counted by name and by address; wrong ones go to the audit log. */
export async function readSignIn(
  form: URLSearchParams,
  { address, clientId }: { address: string; clientId: string | null },
  { db, limiter, clock, newId }: Desk,
): Promise<SignInOutcome> {
  const name = nameAsKept(form.get('name') ?? '')
  const tries = [
    ['sign_in', address],
    ['sign_in_name', name.toLowerCase()],
  ] as const
  // Counted before the password is checked, so that many tries at the same time do not pass the limit.
  for (const [limit, who] of tries) {
    const seconds = await limiter.count(limit, who)
    if (seconds !== undefined) return { kind: 'too_many', seconds }
  }
  const member = await memberWithPassword(db, name, form.get('password') ?? '')
  if (member === undefined) {
    // Anybody may have typed anything as the name.
    const detail = { name: visible(name, LONGEST_NAME) }
    const event = { kind: 'sign_in_refused', workspace_id: null, client_id: clientId, detail } as const
    await recordEvent(db, { now: clock(), newId }, event)
    return { kind: 'wrong', name }
  }
  for (const [limit, who] of tries) await limiter.pardon(limit, who)
  return { kind: 'member', member }
}
