import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { databaseFile } from '../data-folder.ts'
import { PARTS } from './parts.ts'
import { BackupRefused } from './refused.ts'
import { readSnapshot } from './snapshot.ts'
import { type About, unpack } from './unpack.ts'

export interface RestoreOptions {
  /** The folder that it is put into: an empty one, which exists. */
  readonly dataDir: string
  /** A new folder in it, where all is unpacked first. It is removed in the end. */
  readonly staging: string
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
 * Puts a backup into an empty folder. All of it is unpacked and checked beside its place first; then each part is put there in one
 * step, the database last: a folder without it holds no service.
 *
 * @throws {BackupRefused} not_a_backup; damaged; newer. The folder is empty again then.
 */
export async function restoreBackup(
  source: Readable,
  { dataDir, staging, onProgress }: RestoreOptions,
): Promise<Restored> {
  await mkdir(staging, { mode: 0o700 })
  try {
    let files = 0
    const { about } = await unpack(source, async (path, body) => {
      const target = join(staging, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(body), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
      files += 1
      onProgress?.(files)
    })
    const { translations, under_way, blobs } = await readRestored(staging)
    const there = new Set(await readdir(join(staging, 'files')).catch(() => []))
    await putInPlace(staging, dataDir)
    const missing = blobs.filter(blob => !there.has(blob)).length
    return { about, translations, under_way, files: there.size, missing }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** @throws {BackupRefused} not_a_backup, without a database; as `readSnapshot` */
async function readRestored(staging: string) {
  const file = databaseFile(staging)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) throw new BackupRefused('not_a_backup', 'This backup has no database. Nothing was restored.')
  return await readSnapshot(file)
}

async function putInPlace(staging: string, dataDir: string): Promise<void> {
  const unpacked = new Set(await readdir(staging))
  for (const { name } of PARTS.toReversed()) {
    if (unpacked.has(name)) await rename(join(staging, name), join(dataDir, name))
  }
  if (process.platform === 'win32') return
  const folder = await open(dataDir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
