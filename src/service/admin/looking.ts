import { existsSync } from 'node:fs'
import { databaseOf, filesPlaceOf } from '../data-folder.ts'
import { openPlace } from '../files/place.ts'
import { folderMark, type Marked } from '../folder-marks.ts'
import { newestCreation } from '../store/batches.ts'
import { isServer, openDatabase } from '../store/database.ts'
import { differencesOf } from '../store/dialects/differences.ts'
import { notedAt, readFact } from '../store/facts.ts'
import { isBeyond, SCHEMA_VERSION } from '../store/migrations.ts'

/** What a data folder has, seen without making, migrating or changing anything. */
export interface DataFolderLook {
  /** `none`: nothing is there yet. Marked: the state must not be used now (folder-marks.ts). */
  readonly stands: 'none' | 'there' | Marked
  /** True where the state is in a database on a server. */
  readonly on_server: boolean
  /** The schema version that was found, and the one that this program writes. */
  readonly version: number
  readonly known: number
  /** True where this program may not use it. */
  readonly beyond: boolean
  /** When anybody last used it, as far as it knows, in milliseconds since 1970. */
  readonly last_seen: number | undefined
  /** True where the database knows files and the folder that is set for them, or their own one, is not there. */
  readonly files_away: boolean
}

type PlaceSet = Parameters<typeof filesPlaceOf>[1]

const NOTHING = { version: 0, known: SCHEMA_VERSION, beyond: false, last_seen: undefined, files_away: false } as const

/** A look that waits no longer for another program that holds the database, in milliseconds. */
const BUSY_MS = 2000

/** @throws {Error} the database cannot be opened or read, with the code of whoever says so */
export async function lookAtDataFolder(dataDir: string, set: PlaceSet): Promise<DataFolderLook> {
  const place = databaseOf(dataDir, set)
  const on_server = isServer(place)
  const mark = folderMark(dataDir, on_server)
  if (mark !== undefined) return { ...NOTHING, stands: mark, on_server }
  if (!on_server && !existsSync(place)) return { ...NOTHING, stands: 'none', on_server }
  const db = openDatabase(place, { busyMs: BUSY_MS, connections: 1, readOnly: true })
  try {
    const version = await differencesOf(db).foundVersion(db)
    if (version === 0) return { ...NOTHING, stands: 'none', on_server }
    if (on_server && (await readFact(db, 'moving').catch(() => undefined)) !== undefined)
      return { ...NOTHING, stands: 'filling', on_server }
    // A newer schema is not read: its tables may mean something else.
    const beyond = await isBeyond(db, version).catch(() => true)
    const times = beyond ? [] : [await notedAt(db, 'clock').catch(() => undefined), await newestCreation(db)]
    const seen = times.filter(time => time !== undefined)
    return {
      ...{ stands: 'there', on_server, version, known: SCHEMA_VERSION, beyond },
      last_seen: seen.length === 0 ? undefined : Math.max(...seen),
      files_away: isFolderAway(dataDir, set),
    }
  } finally {
    await db.destroy()
  }
}

function isFolderAway(dataDir: string, set: PlaceSet): boolean {
  const place = filesPlaceOf(dataDir, set)
  return place.kind === 'folder' && !existsSync(place.folder)
}

/**
 * Tries the place of the files where it is not in the data folder, by listing, writing and removing something tiny. False: it is there.
 *
 * @throws {FilesAway} it cannot be used, and why
 * @throws {Error} the settings name no place
 */
export async function tryFilesApart(dataDir: string, set: PlaceSet): Promise<boolean> {
  const place = filesPlaceOf(dataDir, set)
  if (set.files_url === undefined) return false
  const files = await openPlace(place, () => '')
  await files.trial()
  return true
}
