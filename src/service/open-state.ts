import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Telemetry } from '../contract/telemetry.ts'
import { databaseFile, databaseOf, filesPlaceOf, openDataFolder } from './data-folder.ts'
import { fingerprintsOf } from './engine/fingerprint.ts'
import { FilesAway } from './files/away.ts'
import { countedFiles } from './files/counted.ts'
import { holdFolder } from './folder-hold.ts'
import { FOLDER_MARKS } from './folder-marks.ts'
import { type OwnedFiles, openOwnedFiles } from './owned-files.ts'
import type { Log } from './ports.ts'
import { DEFAULT_SETTINGS, type ServiceSettings } from './settings.ts'
import { type Database, isServer } from './store/database.ts'
import { holdsFiles } from './store/results.ts'
import { traceOf } from './trace.ts'

interface StateWanted {
  readonly dataDir: string
  readonly settings?: Partial<ServiceSettings> | undefined
  readonly clock: () => number
  readonly log: Log
  readonly telemetry: Telemetry
}

/**
 * What every process opens that serves or works: the database, its files and its secrets. `data` is what its worker threads get, `letGo` ends
 * its hold on the folder.
 *
 * @throws {NewerSchema} when a newer program wrote the database; as `openDataFolder` and `openOwnedFiles`
 */
export async function openState({ dataDir, settings: given, clock, log, telemetry }: StateWanted) {
  const wanted = { ...DEFAULT_SETTINGS, ...given }
  const purpose = { kind: 'start', allowance: given?.monthly_credits } as const
  const { db, newId, holder, fingerprint_secret, ...opened } = await openDataFolder(dataDir, wanted, clock, purpose)
  const letGo = holdFolder({ db, holder, clock })
  try {
    const settings = { ...wanted, prints: fingerprintsOf(wanted, fingerprint_secret) }
    const database = databaseOf(dataDir, wanted)
    const leftOver = existsSync(databaseFile(dataDir)) && !existsSync(join(dataDir, FOLDER_MARKS.moved))
    if (leftOver && isServer(database)) log.warn(LEFT_OVER)
    const place = filesPlaceOf(dataDir, settings)
    const owned = await openOwnedFiles(place, { db, clock, newName: () => newId('blb') })
    await startFiles(owned, db, log)
    const data = { database, files: place, settings }
    return { db, newId, ...opened, settings, owned, files: countedFiles(owned, telemetry), data, letGo }
  } catch (error) {
    await letGo()
    await db.destroy()
    throw error
  }
}

/**
 * Where the database names files, a folder that is not there has to come back: an empty one in its place would say that all are gone. A place
 * that cannot be reached now keeps nobody from starting: what needs it waits. One that answers and is another one does.
 */
async function startFiles(files: OwnedFiles, db: Database, log: Log): Promise<void> {
  if (!(await holdsFiles(db))) await files.make()
  try {
    await files.ensureAtStart()
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error
    log.warn('The files cannot be used now.', { ...traceOf(error), why: error.short })
  }
}

const LEFT_OVER =
  'The state is in PostgreSQL. The file translation.db of the data folder is not used, and nothing of it was moved over (`translation-mcp move` does that). Move it away to hear no more of it.'
