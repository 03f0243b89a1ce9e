import { randomFillSync, randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicFactory } from 'ulid'
import { type PlaceNamed, type PlaceSettings, placeBy } from './files/place.ts'
import { FolderMarked, refuseMarked } from './folder-marks.ts'
import { type Purpose, seed } from './seed.ts'
import type { ServiceSettings } from './settings.ts'
import { openSecrets, sharesSecret } from './shared-secrets.ts'
import { type Database, isServer, openDatabase } from './store/database.ts'
import { readFact } from './store/facts.ts'
import { noteHolder } from './store/folder-holders.ts'
import { migrate } from './store/migrations.ts'
import { madeSecret, type Secrets } from './store/secrets.ts'

export interface DataFolder {
  readonly db: Database
  readonly newId: (prefix: string) => string
  readonly secrets: Secrets
  /** By which this process tells others that its secrets are in this folder; undefined where nobody has to know. */
  readonly holder: string | undefined
  /** See `fingerprintsOf`. */
  readonly fingerprint_secret: string
  /** See `folderKey`. */
  readonly signing_secret: string
}

/** The database file of a data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'translation.db')
}

/** The folder of the stored contents of a data folder. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files')
}

/**
 * Where the files of a data folder lie: in the place that is set, else in its own folder.
 *
 * @throws {Error} see `placeBy`
 */
export function filesPlaceOf(
  dataDir: string,
  set: PlaceSettings & { readonly database_url?: string | undefined },
): PlaceNamed {
  const place = placeBy(set, filesFolder(dataDir))
  return isServer(databaseOf(dataDir, set)) ? { ...place, apart: true } : place
}

/** The file of a data folder that may name a database, so that no command on the folder can miss it. */
export const URL_FILE = 'database-url'

/**
 * Where the state of a data folder is: in the database that is set or that its file `database-url` names, else in its own file.
 *
 * @throws {Error} the file holds something else; its message does not quote it
 */
export function databaseOf(dataDir: string, set: { readonly database_url?: string | undefined } = {}): string {
  const named = set.database_url ?? readUrl(join(dataDir, URL_FILE))
  if (named === undefined) return databaseFile(dataDir)
  if (isServer(named)) return named
  throw new Error(
    `The file ${URL_FILE} of the data folder does not hold an address as postgres://user:password@host/name.`,
  )
}

function readUrl(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Makes the database file for its owner alone, where there is none. A file that exists must not be opened here: closing it again
 * would release every lock that this process has on it (POSIX). Another process could then remove the write-ahead log while a
 * connection of this process is open. From then on the reads of this connection would be old, and its writes would be lost.
 */
function makeOwnFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Makes identifiers: a prefix and a ULID, rising within a process. */
export function createIds(clock: () => number): (prefix: string) => string {
  const next = monotonicFactory(createRandom())
  return prefix => `${prefix}_${next(clock())}`
}

/** Numbers from 0 to below 1, each from one random byte. An id takes sixteen, and to ask the system for many costs as much as for one. */
function createRandom(): () => number {
  const bytes = Buffer.alloc(1024)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes)
      used = 0
    }
    const byte = bytes.readUInt8(used)
    used += 1
    return byte / 256
  }
}

/**
 * Opens a data folder, making it (0700) when absent, migrated and seeded. Its files are for their owner alone (0600), also where
 * the folder itself is open to others.
 *
 * @throws {NewerSchema} when a newer program wrote it
 * @throws {FolderMarked} when it may be half of one, or its state is moved elsewhere
 * @throws {StateSecretRefused} the secret of this process is not that of others on the database
 */
export async function openDataFolder(
  dataDir: string,
  settings: ServiceSettings,
  clock: () => number,
  purpose: Purpose = { kind: 'order' },
): Promise<DataFolder> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const place = databaseOf(dataDir, settings)
  const onServer = isServer(place)
  refuseMarked(dataDir, onServer)
  if (!onServer) {
    makeOwnFile(place)
    // Again: a restore that began meanwhile looks for this file after it has made its folder, so one of the two sees the other.
    refuseMarked(dataDir, onServer)
  }
  const db = openDatabase(place)
  const newId = createIds(clock)
  const holder =
    purpose.kind === 'start' && isServer(place) && !sharesSecret(place, settings) ? randomUUID() : undefined
  let opened: Omit<DataFolder, 'db' | 'newId' | 'holder'> | undefined
  try {
    await migrate(db, async tx => {
      if ((await readFact(tx, 'moving')) !== undefined) throw new FolderMarked('filling')
      const now = clock()
      const secrets = await openSecrets(tx, { dataDir, place, settings, now })
      await seed(tx, { dataDir, secrets, purpose, settings, now, newId })
      if (holder !== undefined) await noteHolder(tx, holder, now)
      const fingerprint_secret = await madeSecret(tx, secrets, 'fingerprint_secret', now)
      opened = { secrets, fingerprint_secret, signing_secret: await madeSecret(tx, secrets, 'signing_secret', now) }
    })
    if (opened === undefined) throw new Error('The data folder was migrated and not opened.')
    return { db, newId, holder, ...opened }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
