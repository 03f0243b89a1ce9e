import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withCodes } from '../../contract/hidden.ts'
import { databaseFile } from '../data-folder.ts'
import { FOLDER_MARKS, FolderMarked } from '../folder-marks.ts'
import { PARTS } from './parts.ts'
import { BackupRefused } from './refused.ts'
import { readSnapshot } from './snapshot.ts'
import { type About, unpack } from './unpack.ts'

export interface RestoreOptions {
  /** The folder that it is put into: an empty one, which exists. */
  readonly dataDir: string
  /** Stops it as long as nothing is in its place; what it is aborted with is thrown. */
  readonly signal?: AbortSignal
  readonly onProgress?: (files: number) => void
}

export interface Restored {
  readonly about: About
  readonly translations: number
  /** Those that a service goes on with when it starts. */
  readonly under_way: number
  readonly files: number
  /** Files that the database names and the backup does not have. */
  readonly missing: number
}

/**
 * Puts a backup into an empty folder. All of it is unpacked and checked first, in a folder inside that keeps every service away; then
 * each part is put in its place in one step, and last that folder goes. Where the program ends before, it stays and says so.
 *
 * @throws {BackupRefused} not_empty; not_a_backup; damaged; newer. The folder is as it was then. half: it is not
 * @throws {FolderMarked} restoring: another restore runs, or was broken off
 */
export async function restoreBackup(source: Readable, options: RestoreOptions): Promise<Restored> {
  const { dataDir } = options
  const staging = join(dataDir, FOLDER_MARKS.restoring)
  await requireAlone(dataDir, [])
  await makeMark(staging)
  try {
    // Again: a service that starts meanwhile makes its database before it looks for the mark.
    await requireAlone(dataDir, [FOLDER_MARKS.restoring])
    const restored = await unpackInto(staging, source, options)
    options.signal?.throwIfAborted()
    await requireAlone(dataDir, [FOLDER_MARKS.restoring])
    await placeParts(staging, dataDir)
    await rm(staging, { recursive: true })
    return restored
  } catch (error) {
    const half = error instanceof BackupRefused && error.code === 'half'
    if (!half) await rm(staging, { recursive: true, force: true })
    throw error
  }
}

/** @throws {FolderMarked} restoring; @throws {BackupRefused} not_empty */
async function requireAlone(dataDir: string, expected: readonly string[]): Promise<void> {
  const inside = (await readdir(dataDir)).filter(name => !expected.includes(name))
  if (inside.includes(FOLDER_MARKS.restoring)) throw new FolderMarked('restoring')
  if (inside.length === 0) return
  const where = `The data folder ${withCodes(dataDir)} is not empty, and a restore replaces nothing.`
  const way = 'Stop what uses it and move it away, or name another folder with --data-dir. Nothing was restored.'
  throw new BackupRefused('not_empty', `${where} ${way}`)
}

async function makeMark(staging: string): Promise<void> {
  await mkdir(staging, { mode: 0o700 }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? new FolderMarked('restoring') : error
  })
}

async function unpackInto(
  staging: string,
  source: Readable,
  { signal, onProgress }: RestoreOptions,
): Promise<Restored> {
  let files = 0
  const { about } = await unpack(source, async (path, body) => {
    const target = join(staging, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const pieces = Readable.from(stoppable(body, signal))
    await pipeline(pieces, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
    files += 1
    onProgress?.(files)
  })
  const { translations, under_way, blobs } = await readRestored(staging)
  // A folder of its own, also where the backup has no file: without one, its disk would seem to be away.
  await mkdir(join(staging, 'files'), { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(join(staging, 'files')))
  const missing = blobs.filter(blob => !there.has(blob)).length
  return { about, translations, under_way, files: there.size, missing }
}

async function* stoppable(body: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  for await (const piece of body) {
    signal?.throwIfAborted()
    yield piece
  }
}

/** @throws {BackupRefused} not_a_backup, without a database; as `readSnapshot` */
async function readRestored(staging: string) {
  const file = databaseFile(staging)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) throw new BackupRefused('not_a_backup', 'This backup has no database. Nothing was restored.')
  return await readSnapshot(file)
}

/**
 * Moves the parts of a data folder from where they were unpacked to where they belong. Where one cannot be moved, those before it are
 * moved back.
 *
 * @throws {BackupRefused} half, where that could not be done either
 */
export async function placeParts(staging: string, dataDir: string): Promise<void> {
  const unpacked = new Set(await readdir(staging))
  const placed: string[] = []
  try {
    for (const { name } of PARTS.toReversed()) {
      if (!unpacked.has(name)) continue
      await rename(join(staging, name), join(dataDir, name))
      placed.push(name)
    }
    await syncFolder(dataDir)
  } catch (error) {
    for (const name of placed) {
      await rename(join(dataDir, name), join(staging, name)).catch(() => {
        throw new BackupRefused('half', HALF)
      })
    }
    throw error
  }
}

const HALF =
  'The backup was put into the data folder in part only, and could not be taken back. No service starts on it: empty the folder, and restore the backup again.'

async function syncFolder(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dataDir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
