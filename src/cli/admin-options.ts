import type { AdminOptions } from '../service/admin/desk.ts'
import { madeDataDir } from './data-dir.ts'
import { serviceSettings } from './service-settings.ts'
import type { Settings } from './settings.ts'

/**
 * The data folder and workspace that an operator's command works on, and the settings for a new folder.
 *
 * @throws {DataDirRefused} the data folder cannot be made
 */
export async function adminOptions(settings: Settings): Promise<AdminOptions> {
  const { workspace } = settings
  return { dataDir: await madeDataDir(settings), workspace, settings: serviceSettings(settings) }
}
