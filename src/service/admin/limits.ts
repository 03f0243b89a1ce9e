import { endOf, type SpendingLimit, takenOf } from '../domain/spending-limits.ts'
import { timestamp } from '../domain/time.ts'
import { recordEvent } from '../store/audit.ts'
import { write } from '../store/database.ts'
import { approvedIn, type LimitSubject, limitsOf, setLimit } from '../store/limits.ts'
import { listMembers, requireMember } from '../store/members.ts'
import { type AdminDesk, type AdminOptions, at } from './desk.ts'

/** Whose limits an operator sets: a member's by name, the workspace's, or those of this computer's own key in it. */
export type LimitedBy = { readonly member: string } | 'workspace' | 'local'

/** A limit to set; null removes it. */
export type LimitWish = Omit<SpendingLimit, 'amount'> & { readonly amount: number | null }

/** A limit, and what is left of it until its day or month ends (RFC 3339). */
export interface LimitView extends SpendingLimit {
  readonly left: number
  readonly ends_at: string
}

/** The limits of a subject with what is left of them. @throws {AdminRefused} member_not_found, workspace_not_found */
export function showLimits(options: AdminOptions, by: LimitedBy): Promise<readonly LimitView[]> {
  return at(options, async desk => viewsOf(await subjectOf(by, desk), desk))
}

/** The limits of every member who has some, by her id. @throws {AdminRefused} workspace_not_found */
export function showMemberLimits(options: AdminOptions): Promise<ReadonlyMap<string, readonly LimitView[]>> {
  return at(options, async desk => {
    const found = new Map<string, readonly LimitView[]>()
    for (const { id } of await listMembers(desk.db, desk.workspace.id)) {
      const views = await viewsOf({ kind: 'member', id }, desk)
      if (views.length > 0) found.set(id, views)
    }
    return found
  })
}

async function viewsOf(subject: LimitSubject, { db, workspace, now }: AdminDesk): Promise<readonly LimitView[]> {
  const limits = await limitsOf(db, workspace.id, subject)
  return await Promise.all(
    limits.map(async limit => {
      const approved = await approvedIn(db, workspace.id, subject, limit.period, now)
      const left = Math.max(0, limit.amount - takenOf(limit, approved))
      return { ...limit, left, ends_at: timestamp(endOf(limit.period, now)) }
    }),
  )
}

/** Sets limits, and gives all that hold for the subject afterwards. @throws {AdminRefused} member_not_found, workspace_not_found */
export function setLimits(
  options: AdminOptions,
  by: LimitedBy,
  wishes: readonly LimitWish[],
): Promise<readonly SpendingLimit[]> {
  return at(options, desk =>
    write(desk.db, async tx => {
      const subject = await subjectOf(by, { ...desk, db: tx })
      for (const wish of wishes) await setLimit(tx, desk.workspace.id, subject, wish)
      const detail = { limits: wishes.map(wish => ({ ...wish })), of: by, by: 'operator' }
      await recordEvent(tx, desk, { kind: 'settings_changed', workspace_id: desk.workspace.id, detail })
      return await limitsOf(tx, desk.workspace.id, subject)
    }),
  )
}

async function subjectOf(by: LimitedBy, { db, workspace }: AdminDesk): Promise<LimitSubject> {
  if (by === 'workspace' || by === 'local') return { kind: by }
  return { kind: 'member', id: (await requireMember(db, workspace.id, by.member)).id }
}
