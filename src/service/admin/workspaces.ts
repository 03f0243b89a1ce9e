import { AdminRefused } from '../domain/admin.ts'
import { slugOf, workspaceName, workspaceSlug } from '../domain/members.ts'
import { timestamp } from '../domain/time.ts'
import { grantMonthTo } from '../store/credits.ts'
import { write } from '../store/database.ts'
import type { WorkspaceRow } from '../store/schema.ts'
import * as workspaces from '../store/workspaces.ts'
import { type AdminOptions, at } from './desk.ts'

/** A workspace as the operator sees it. */
export interface WorkspaceView {
  readonly id: string
  readonly name: string
  /** The short name on the command line, and at sign-in where several workspaces have a member of the same name. */
  readonly slug: string
  readonly monthly_allowance: number | null
  readonly created_at: string
}

/** All workspaces of the data folder, the first one first. */
export function listWorkspaces(options: AdminOptions): Promise<readonly WorkspaceView[]> {
  return at(options, async ({ db }) => (await workspaces.listWorkspaces(db)).map(view))
}

/** Makes a workspace with an admin and first credits. @throws {AdminRefused} invalid_name, workspace_exists */
export function createWorkspace(
  options: AdminOptions,
  wanted: { name: string; slug?: string | undefined },
): Promise<WorkspaceView> {
  const name = workspaceName(wanted.name)
  const slug = workspaceSlug(wanted.slug ?? madeSlug(name))
  return at(options, ({ db, settings, now, newId }) =>
    write(db, async tx => {
      const { seed_credits, monthly_credits } = settings
      const made = await workspaces.createWorkspace(tx, { name, slug, seed_credits, monthly_credits, now, newId })
      await grantMonthTo(tx, [made.id], now, newId)
      return view(made)
    }),
  )
}

function madeSlug(name: string): string {
  const slug = slugOf(name)
  if (slug !== '') return slug
  throw new AdminRefused('invalid_name', 'No short name can be made of this name: say one with --slug.')
}

function view({ id, name, slug, monthly_allowance, created_at }: WorkspaceRow): WorkspaceView {
  return { id, name, slug, monthly_allowance, created_at: timestamp(created_at) }
}
