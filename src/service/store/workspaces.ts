import { AdminRefused } from '../domain/admin.ts'
import { DEFAULT_CEILING } from '../domain/ceiling.ts'
import { recordEvent } from './audit.ts'
import { grantCredits } from './credits.ts'
import type { Database } from './database.ts'
import { type Acting, addMember } from './members.ts'
import type { WorkspaceRow } from './schema.ts'

/** All workspaces of the data folder, the first one first. */
export function listWorkspaces(db: Database): Promise<WorkspaceRow[]> {
  return db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The workspace of a short name, if there is one. */
export function findWorkspace(db: Database, slug: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspaces').selectAll().where('slug', '=', slug).executeTakeFirst()
}

/** True where there are several workspaces, so that a member's name alone may be ambiguous. */
export async function severalWorkspaces(db: Database): Promise<boolean> {
  return (await db.selectFrom('workspaces').select('id').limit(2).execute()).length > 1
}

export interface NewWorkspace extends Acting {
  readonly name: string
  readonly slug: string
  /** Credits to begin with. */
  readonly seed_credits: number
  /** Credits granted anew each month; null for none. */
  readonly monthly_credits: number | null
}

/** Makes a workspace with its admin, who has no password yet, and first credits. @throws {AdminRefused} workspace_exists */
export async function createWorkspace(tx: Database, wanted: NewWorkspace): Promise<WorkspaceRow> {
  const { name, slug, seed_credits, monthly_credits, now, newId } = wanted
  if ((await findWorkspace(tx, slug)) !== undefined) {
    throw new AdminRefused('workspace_exists', `There is a workspace ${slug} already. Choose another short name.`)
  }
  const facts = { name, slug, plan: 'local', monthly_allowance: monthly_credits, created_at: now }
  const workspaces = tx.insertInto('workspaces').values({ id: newId('wsp'), ...facts })
  const workspace = await workspaces.returningAll().executeTakeFirstOrThrow()
  const { id: workspace_id } = workspace
  const detail = { name, slug, by: 'operator' }
  await recordEvent(tx, wanted, { kind: 'workspace_created', workspace_id, detail })
  await addMember(tx, { workspace_id, name: 'admin', role: 'admin', ceiling: DEFAULT_CEILING, now, newId })
  if (seed_credits > 0) {
    await grantCredits(tx, { workspace_id, type: 'seed', amount: seed_credits, expires_at: null, now, newId })
  }
  return workspace
}
