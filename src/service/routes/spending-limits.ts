import { shellWord } from '../../contract/shell-word.ts'
import { exceeds } from '../../contract/spending-limits.ts'
import { ServiceError } from '../domain/errors.ts'
import { type ApprovedAmount, isUncounted, type SpendingLimit, takenOf } from '../domain/spending-limits.ts'
import type { Principal } from '../http/route.ts'
import type { Database } from '../store/database.ts'
import { isOwnKey } from '../store/keys.ts'
import { type HeldLimit, heldLimits } from '../store/limits.ts'
import { activeMember, listAdmins } from '../store/members.ts'

/**
 * Checks that an approval stays within every limit. Call it inside the transaction that approves, so that of two approvals at the
 * same time one counts the other.
 *
 * @throws {ServiceError} admin_required beyond a limit, naming who can raise it and how
 */
export async function checkLimits(
  tx: Database,
  caller: Principal,
  charges: readonly ApprovedAmount[],
  now: number,
): Promise<void> {
  for (const held of await limitsFor(tx, caller, now)) {
    const { limit, taken } = held
    const asked = takenOf(limit, charges)
    const uncounted = isUncounted(limit, charges)
    if (!uncounted && (asked === 0 || !exceeds(taken + asked, limit.amount))) continue
    throw new ServiceError('admin_required', await refusalText(tx, caller, held, asked, uncounted))
  }
}

/** What the limits leave that a plan counts towards, a sentence each. */
export async function limitAdvice(
  db: Database,
  caller: Principal,
  charges: readonly { readonly unit: string; readonly currency: string | null }[],
  now: number,
): Promise<string[]> {
  if (charges.length === 0) return []
  const held = await limitsFor(db, caller, now)
  return held.flatMap(({ subject, limit, taken }) => {
    const counts = charges.some(
      ({ unit, currency }) => unit === limit.unit || (limit.unit === 'money' && currency === limit.currency),
    )
    if (!counts) return []
    const whose = { workspace: 'the workspace', local: 'this computer', member: 'yourself' }[subject.kind]
    const left = shown(Math.max(0, limit.amount - taken), limit)
    return [
      `Before this approval, ${left} are left of the ${shown(limit.amount, limit)} a ${limit.period} that are the limit for ${whose}.`,
    ]
  })
}

async function limitsFor(db: Database, { workspace, actor, caller_id }: Principal, now: number): Promise<HeldLimit[]> {
  const own = await isOwnKey(db, caller_id)
  return await heldLimits(db, { workspace_id: workspace.id, member_id: actor.member_id, own }, now)
}

async function refusalText(
  tx: Database,
  { workspace }: Principal,
  { subject, limit, taken }: HeldLimit,
  asked: number,
  uncounted: boolean,
): Promise<string> {
  const member = subject.kind === 'member' ? await activeMember(tx, subject.id) : undefined
  const name = member?.member.name ?? ''
  const whose = { workspace: 'of the workspace', local: 'of this computer', member: `of the member ${name}` }[
    subject.kind
  ]
  const flag = `--${limit.period === 'day' ? 'daily' : 'monthly'}-${limit.unit}`
  const elsewhere = workspace.slug === 'local' ? '' : ` --workspace ${workspace.slug}`
  const value = limit.unit === 'money' ? '"N CURRENCY"' : 'N'
  const command =
    subject.kind === 'member'
      ? `members set ${shellWord(name)} ${flag} ${value}${elsewhere}`
      : `workspaces set ${workspace.slug}${subject.kind === 'local' ? ' --local' : ''} ${flag} ${value}`
  const admins = await listAdmins(tx, workspace.id)
  const what = `The limit ${whose} is ${shown(limit.amount, limit)} a ${limit.period}`
  const why = uncounted
    ? `${what}, and no price in ${limit.currency ?? 'its currency'} is set for the engine of this plan`
    : `${what}; ${shown(taken, limit)} are taken, and this needs ${shown(asked, limit)}`
  return `${why}. Nothing was spent. Who can raise it: an admin of the workspace (${admins.join(', ')}) or its operator, by translation-mcp ${command}.`
}

/** An amount of a limit for people. */
function shown(amount: number, { unit, currency }: SpendingLimit): string {
  if (unit === 'money') return `${amount.toFixed(2)} ${currency ?? ''}`.trim()
  return `${Math.ceil(amount).toLocaleString('en')} ${unit}`
}
