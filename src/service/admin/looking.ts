import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOf, filesFolder, RESTORING } from '../data-folder.ts'
import { newestCreation } from '../store/batches.ts'
import { isServer, openDatabase } from '../store/database.ts'
import { differencesOf } from '../store/dialects/differences.ts'
import { notedAt } from '../store/facts.ts'
import { isBeyond, SCHEMA_VERSION } from '../store/migrations.ts'

/** What a data folder has, seen without making, migrating or changing anything. */
export interface DataFolderLook {
  /** `none`: nothing is there yet. `restoring`: a backup is being put into it, or half of one lies there. */
  readonly stands: 'none' | 'restoring' | 'there'
  /** True where the state is in a database on a server. */
  readonly on_server: boolean
  /** The schema version that was found, and the one that this program writes. */
  readonly version: number
  readonly known: number
  /** True where this program may not use it. */
  readonly beyond: boolean
  /** When anybody last used it, as far as it knows, in milliseconds since 1970. */
  readonly last_seen: number | undefined
  /** True where the database knows files and their folder is not there. */
  readonly files_away: boolean
}

const NOTHING = { version: 0, known: SCHEMA_VERSION, beyond: false, last_seen: undefined, files_away: false } as const

/** A look that waits no longer for another program that holds the database, in milliseconds. */
const BUSY_MS = 2000

/** @throws {Error} the database cannot be opened or read, with the code of whoever says so */
export async function lookAtDataFolder(
  dataDir: string,
  set: { readonly database_url?: string | undefined },
): Promise<DataFolderLook> {
  if (existsSync(join(dataDir, RESTORING))) return { ...NOTHING, stands: 'restoring', on_server: false }
  const place = databaseOf(dataDir, set)
  const on_server = isServer(place)
  if (!on_server && !existsSync(place)) return { ...NOTHING, stands: 'none', on_server }
  const db = openDatabase(place, { busyMs: BUSY_MS, connections: 1, readOnly: true })
  try {
    const version = await differencesOf(db).foundVersion(db)
    if (version === 0) return { ...NOTHING, stands: 'none', on_server }
    // A newer schema is not read: its tables may mean something else.
    const beyond = await isBeyond(db, version).catch(() => true)
    const times = beyond ? [] : [await notedAt(db, 'clock').catch(() => undefined), await newestCreation(db)]
    const seen = times.filter(time => time !== undefined)
    return {
      ...{ stands: 'there', on_server, version, known: SCHEMA_VERSION, beyond },
      last_seen: seen.length === 0 ? undefined : Math.max(...seen),
      files_away: !existsSync(filesFolder(dataDir)),
    }
  } finally {
    await db.destroy()
  }
}
