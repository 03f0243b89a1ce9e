import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { flawOf } from '../../contract/file-names.ts'
import { withCodes } from '../../contract/hidden.ts'
import { databaseFile, filesFolder } from '../data-folder.ts'
import { timestamp } from '../domain/time.ts'
import { refuseMarked } from '../folder-marks.ts'
import { openDatabase } from '../store/database.ts'
import { heldOf } from '../store/results.ts'
import { type Archive, archiveOf } from './archive.ts'
import { ABOUT, type FolderPart, PARTS } from './parts.ts'
import { BackupRefused } from './refused.ts'
import { copyDatabase, type Snapshot } from './snapshot.ts'
import type { About } from './unpack.ts'

export interface BackupOptions {
  readonly dataDir: string
  /** Where the copy of the database lies meanwhile: a folder of its owner alone, with room for it. */
  readonly staging: string
  /** Takes what lets its holder act as the service or its members, too. */
  readonly keys: boolean
  readonly program: string
  readonly clock: () => number
  /** Told after each file. */
  readonly onProgress?: (progress: Copied) => void
}

/** How much is copied. */
export interface Copied {
  files: number
  bytes: number
}

/** A backup that is being made: its bytes, compressed; when all were read, what is in it. */
export interface Backup {
  readonly bytes: Readable
  readonly made: () => BackupMade
}

export interface BackupMade {
  readonly translations: number
  readonly under_way: number
  /** Originals, uploads and results. */
  readonly files: number
  /** Those that the database names although they are not there. */
  readonly missing: number
  /** Paths in the data folder that were left out: this program gives no such names, and another system would read them otherwise. */
  readonly left_out: readonly string[]
  readonly keys: boolean
}

/**
 * Makes a backup of a data folder, which may be in use: the database as it is at one moment, then the files that it names. A file that
 * passes its time meanwhile is left out. A folder whose state goes on elsewhere is refused: who backs it up by the clock would keep what is old.
 *
 * @throws {BackupRefused} no_folder; newer; damaged; no_files: the folder of the files is not there, although some are named
 * @throws {FolderMarked} restoring, moving, moved
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, staging, keys } = options
  refuseMarked(dataDir, false)
  const copy = join(staging, 'translation.db')
  const snapshot = await copyDatabase(dataDir, copy, keys)
  const { translations, under_way } = snapshot
  if (snapshot.blobs.length > 0) await requireFolder(filesFolder(dataDir))
  const tally = { files: 0, missing: 0 }
  const left_out: string[] = []
  const packed = archiveOf(async archive => {
    await archive.text(ABOUT, `${JSON.stringify(aboutOf(options, snapshot), undefined, 2)}\n`)
    const copied = { files: 0, bytes: 0 }
    const note = (size: number) => {
      copied.files += 1
      copied.bytes += size
      options.onProgress?.(copied)
    }
    for (const part of PARTS.filter(({ secret }) => keys || !secret)) {
      const { found, missing, odd } = await addPart(archive, part, { dataDir, copy, snapshot, note })
      left_out.push(...odd)
      if (part.kind === 'contents') Object.assign(tally, { files: found, missing: await lost(dataDir, missing) })
    }
  })
  const tar = Readable.from(packed)
  const gzip = createGzip()
  tar.once('error', error => gzip.destroy(error))
  return { bytes: tar.pipe(gzip), made: () => ({ translations, under_way, ...tally, left_out, keys }) }
}

function aboutOf({ clock, program, keys }: BackupOptions, { schema }: Snapshot): About {
  return { format: 1, made_at: timestamp(clock()), program, schema, keys }
}

interface Source {
  readonly dataDir: string
  readonly copy: string
  readonly snapshot: Snapshot
  readonly note: (size: number) => void
}

async function addPart(archive: Archive, part: FolderPart, { dataDir, copy, snapshot, note }: Source) {
  const missing: string[] = []
  const odd: string[] = []
  let found = 0
  for (const { path, name, inside } of await pathsOf(part, dataDir, copy, snapshot)) {
    if (inside !== undefined && flawOf(inside) !== undefined) {
      odd.push(name)
      continue
    }
    const size = await withFile(path, handle => archive.file(name, handle))
    if (size === undefined) missing.push(name)
    else {
      found += 1
      note(size)
    }
  }
  return { found, missing, odd }
}

async function pathsOf({ name, kind }: FolderPart, dataDir: string, copy: string, { blobs }: Snapshot) {
  if (kind === 'database') return [{ path: copy, name, inside: undefined }]
  if (kind === 'file') return [{ path: join(dataDir, name), name, inside: undefined }]
  const names = kind === 'contents' ? blobs : await filesIn(join(dataDir, name))
  return names.map(inside => ({ path: join(dataDir, name, inside), name: `${name}/${inside}`, inside }))
}

/** Without the folder, a backup would be one without any file, and look whole. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(absent)
  if (found?.isDirectory()) return
  throw new BackupRefused(
    'no_files',
    `The folder ${withCodes(folder)} is not there, although the database names files in it, so no backup was made. Bring its disk back; where the files are lost for good, make an empty folder of that name.`,
  )
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(absent)
  return (found ?? []).flatMap(entry => (entry.isFile() ? [entry.name] : []))
}

/** Works on an open file; undefined where there is none. */
async function withFile<Value>(path: string, work: (handle: FileHandle) => Promise<Value>): Promise<Value | undefined> {
  const handle = await open(path, 'r').catch(absent)
  if (handle === undefined) return undefined
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** How many of these contents a row still names. The others were released while the backup was made. */
async function lost(dataDir: string, missing: readonly string[]): Promise<number> {
  if (missing.length === 0) return 0
  const db = openDatabase(databaseFile(dataDir))
  let held = 0
  try {
    for (const name of missing) held += (await heldOf(db, [name.slice(name.indexOf('/') + 1)])).size
  } finally {
    await db.destroy()
  }
  return held
}
