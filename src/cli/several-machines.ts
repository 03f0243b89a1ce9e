import { databaseOf } from '../service/data-folder.ts'
import { isServer } from '../service/store/database.ts'
import { runsBoss } from './boss-schema.ts'
import { dataDirOf } from './data-dir.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage.ts'

const WHY = {
  worker: 'worker does the work that other processes take in',
  '--workers 0': 'with --workers 0 this process leaves all work to translation-mcp worker',
  '--jobs-engine pg-boss': 'pg-boss keeps its jobs in the database that other processes look into',
} as const

/**
 * Other processes do the work, or ask for it: they meet in a database that all of them reach.
 *
 * @throws {UsageError} the state is in a file of this machine's data folder
 */
export function requireServer(settings: Settings, asked: keyof typeof WHY): void {
  if (isServer(databaseOf(dataDirOf(settings), settings))) return
  throw new UsageError(
    `${WHY[asked]}, so all of them need one database: set TRANSLATION_DATABASE_URL to a PostgreSQL database (15 or later), the same for each. ` +
      'The state is in a file of the data folder now.',
  )
}

/** pg-boss is asked for. @throws {UsageError} it cannot run on this Node, or the state is not in PostgreSQL */
export function requireBoss(settings: Settings, version = process.versions.node): void {
  if (!runsBoss(version)) {
    throw new UsageError(
      `--jobs-engine pg-boss needs Node 22.12 or later; this is ${version}. Without it all work is done as well: leave the setting out, and each process looks for work by itself.`,
    )
  }
  requireServer(settings, '--jobs-engine pg-boss')
}
