import type { AdminOptions } from '../service/admin.ts'
import { dataDirOf } from './data-dir.ts'
import { serviceSettings } from './service-settings.ts'
import type { Settings } from './settings.ts'

/** The data folder an operator's command works on, with what a new one is seeded with. */
export function adminOptions(settings: Settings): AdminOptions {
  return { dataDir: dataDirOf(settings), settings: serviceSettings(settings) }
}
