import { openDataFolder } from '../data-folder.ts'
import { AdminRefused } from '../domain/admin.ts'
import { FIRST_WORKSPACE } from '../domain/members.ts'
import { DEFAULT_SETTINGS, type ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import type { WorkspaceRow } from '../store/schema.ts'
import type { Secrets } from '../store/secrets.ts'
import { findWorkspace } from '../store/workspaces.ts'

/** The data folder that an order of the operator is for. It is made, migrated and seeded where that is still to be done. */
export interface AdminOptions {
  readonly dataDir: string
  /** The short name of the workspace it is about; default the one that every data folder has. */
  readonly workspace?: string | undefined
  readonly settings?: Partial<ServiceSettings>
  /** Milliseconds since 1970; default the system's. */
  readonly clock?: () => number
}

/** What an order is carried out with. */
export interface AdminDesk {
  readonly db: Database
  readonly workspace: WorkspaceRow
  readonly settings: ServiceSettings
  readonly secrets: Secrets
  readonly now: number
  /** For what has to be later than all that its transaction sees. */
  readonly clock: () => number
  readonly newId: (prefix: string) => string
}

/** Carries out one order on a data folder. @throws {AdminRefused} workspace_not_found */
export async function at<Value>(options: AdminOptions, work: (desk: AdminDesk) => Promise<Value>): Promise<Value> {
  const { dataDir, clock = Date.now, workspace: slug = FIRST_WORKSPACE } = options
  const settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const { db, newId, secrets } = await openDataFolder(dataDir, settings, clock)
  try {
    const workspace = await findWorkspace(db, slug)
    if (workspace === undefined) {
      const message = `There is no workspace ${slug}: translation-mcp workspaces list shows them.`
      throw new AdminRefused('workspace_not_found', message)
    }
    return await work({ db, workspace, settings, secrets, now: clock(), clock, newId })
  } finally {
    await db.destroy()
  }
}
