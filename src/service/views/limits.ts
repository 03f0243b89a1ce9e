import type { LimitLeft } from '../../contract/spending-limits.ts'
import { FIRST_WORKSPACE } from '../domain/members.ts'
import { endOf } from '../domain/spending-limits.ts'
import { timestamp } from '../domain/time.ts'
import type { Database } from '../store/database.ts'
import { heldLimits } from '../store/limits.ts'
import { activeMember } from '../store/members.ts'
import { findWorkspace } from '../store/workspaces.ts'

const WHOSE = { workspace: 'workspace', local: 'computer', member: 'member' } as const

/**
 * The limits of a member and of her workspace with what they leave; with undefined, those of this computer's own key. Empty for
 * somebody who is no member any more.
 */
export async function limitsLeft(db: Database, member_id: string | undefined, now: number): Promise<LimitLeft[]> {
  const limited = await limitedBy(db, member_id)
  if (limited === undefined) return []
  return (await heldLimits(db, limited, now)).map(({ subject, limit, taken }) => ({
    of: WHOSE[subject.kind],
    ...limit,
    left: Math.max(0, limit.amount - taken),
    ends_at: timestamp(endOf(limit.period, now)),
  }))
}

async function limitedBy(db: Database, member_id: string | undefined) {
  if (member_id !== undefined) {
    const found = await activeMember(db, member_id)
    return found && { workspace_id: found.workspace.id, member_id, own: false }
  }
  const first = await findWorkspace(db, FIRST_WORKSPACE)
  return first && { workspace_id: first.id, member_id: null, own: true }
}
