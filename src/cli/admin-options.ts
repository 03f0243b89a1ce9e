import type { AdminOptions } from '../service/admin/desk.ts'
import { madeDataDir } from './data-dir.ts'
import { serviceSettings } from './service-settings.ts'
import type { Settings } from './settings.ts'

/** The data folder an operator's command works on, with what a new one is seeded with. @throws {DataDirRefused} where the folder cannot be made */
export async function adminOptions(settings: Settings): Promise<AdminOptions> {
  const { workspace } = settings
  return { dataDir: await madeDataDir(settings), workspace, settings: serviceSettings(settings) }
}
