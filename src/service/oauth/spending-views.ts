import * as z from 'zod'
import { detailColumn, listEvents } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import type { ApprovedView, ChargedView } from '../web/account-page.ts'

/** Approved spendings on a page. */
const SHOWN = 20

export interface SpendingViews {
  readonly approved: readonly ApprovedView[]
  /** The entry of the audit log after which older ones begin; undefined where there are none. */
  readonly older: string | undefined
}

/** What a member approved, or a program that acts for her: a page, newest first, after the entry `after` (its moment and id). */
export async function spendingViews(
  db: Database,
  { workspace_id, member_id }: { workspace_id: string; member_id: string },
  after: { at: number; id: string } | undefined,
): Promise<SpendingViews> {
  const whom = { members: [member_id], clients: [], connections: [], address: null, by: null }
  const found = await listEvents(db, workspace_id, { kinds: ['spending_approved'], whom, after, limit: SHOWN + 1 })
  const shown = found.slice(0, SHOWN)
  const idsOf = (column: 'batch_id' | 'connection_id') => shown.flatMap(row => row[column] ?? [])
  const batches = await db
    .selectFrom('batches')
    .select(['id', 'name', 'file_name'])
    .where('id', 'in', [...idsOf('batch_id'), ''])
    .execute()
  const connections = await db
    .selectFrom('connections')
    .select(['id', 'client_name'])
    .where('id', 'in', [...idsOf('connection_id'), ''])
    .execute()
  const approved = shown.map(({ at, credits, batch_id, connection_id, detail_json }) => {
    const batch = batches.find(({ id }) => id === batch_id)
    const program = connections.find(({ id }) => id === connection_id)?.client_name ?? null
    const charged = chargedIn(detailColumn.read(detail_json))
    return { at, credits: credits ?? 0, charged, file: batch?.name ?? batch?.file_name ?? batch_id ?? '', program }
  })
  return { approved, older: found.length > SHOWN ? shown.at(-1)?.id : undefined }
}

/** What a line of the log says that the account of an engine is charged (routes/spending.ts). */
const Charged = z.object({
  characters: z.number().optional(),
  tokens: z.number().optional(),
  money: z.number().optional(),
  currency: z.string().optional(),
})

function chargedIn(detail: unknown): ChargedView | undefined {
  const { characters, tokens, money: amount, currency } = Charged.parse(detail)
  const money = amount === undefined || currency === undefined ? undefined : { amount, currency }
  if (characters !== undefined) return { unit: 'characters', count: characters, money }
  return tokens === undefined ? undefined : { unit: 'tokens', count: tokens, money }
}
