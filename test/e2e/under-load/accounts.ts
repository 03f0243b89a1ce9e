/** What the database says in the end, read past the program. */
import * as z from 'zod'
import { rowsOf } from '../../support/cluster.ts'

/** Samples aside: the page of a large text offers one, which nobody here wants. */
const WHOLE = '(select * from batches where sample_of is null) batches'

/** Each is a query that gives what is wrong, a line each: none where all is as it must be. */
const WRONG: Readonly<Record<string, string>> = {
  'batches that are not completed': `select id || ' ' || status || ' ' || coalesce(error_code, '') as it from ${WHOLE} where status <> 'completed'`,
  'batches without exactly one result': `select id as it from ${WHOLE} where (select count(*) from results where batch_id = batches.id) <> 1`,
  'batches whose settled credits are not their cost': `select id || ' ' || credit_cost as it from ${WHOLE}
    where credit_cost is distinct from (select coalesce(sum(amount), 0) from credit_reservations where batch_id = batches.id and state = 'settled')`,
  'reservations that are still held': `select batch_id || ' ' || amount as it from credit_reservations where state = 'reserved'`,
  'grants that hold something': `select id || ' ' || reserved as it from credit_grants where reserved <> 0`,
  'grants that have used something else than their ledger says': `select id || ' ' || used as it from credit_grants
    where used <> (select coalesce(sum(amount), 0) from credit_reservations where grant_id = credit_grants.id and state = 'settled')`,
  'spendings that are open, or other than the cost': `select s.batch_id || ' ' || s.used || ' ' || s.state as it from spendings s join ${WHOLE} on batches.id = s.batch_id
    where s.state <> 'closed' or s.used <> batches.credit_cost`,
  'batches with other than one spending': `select id as it from ${WHOLE} where (select count(*) from spendings where batch_id = batches.id) <> 1`,
  'workspaces whose usage is not what was settled': `select w.slug as it from workspaces w where
    (select coalesce(sum(credits_used), 0) from usage_days where workspace_id = w.id)
    <> (select coalesce(sum(amount), 0) from credit_reservations where workspace_id = w.id and state = 'settled')
    or (select coalesce(sum(batches_completed), 0) from usage_days where workspace_id = w.id) <> (select count(*) from ${WHOLE} where workspace_id = w.id)`,
  'claims that are still held': `select id || ' ' || lease_owner as it from ${WHOLE} where lease_owner is not null`,
}

const Workspace = z.object({
  slug: z.string(),
  batches: z.number(),
  granted: z.number(),
  spent: z.number(),
  cost: z.number(),
})
export type Workspace = z.output<typeof Workspace>

export interface Accounts {
  /** What is wrong, by what it is. */
  readonly wrong: Readonly<Record<string, readonly string[]>>
  readonly workspaces: readonly Workspace[]
}

/** Looks into a database in which nothing happens any more. */
export async function readAccounts(url: string): Promise<Accounts> {
  const wrong: Record<string, readonly string[]> = {}
  for (const [what, query] of Object.entries(WRONG)) {
    const rows = await rowsOf(url, query)
    if (rows.length > 0) wrong[what] = rows
  }
  const rows = await rowsOf(
    url,
    `select json_build_object('slug', slug,
      'batches', (select count(*) from ${WHOLE} where workspace_id = w.id),
      'granted', (select sum(amount) from credit_grants where workspace_id = w.id),
      'spent', (select coalesce(sum(used), 0) from credit_grants where workspace_id = w.id),
      'cost', (select coalesce(sum(credit_cost), 0) from ${WHOLE} where workspace_id = w.id))::text as it from workspaces w`,
  )
  return { wrong, workspaces: rows.map(row => Workspace.parse(JSON.parse(row))) }
}
