import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { chunksOf, fileError } from '../../client/chunks.ts'
import { safeName } from '../../contract/file-names.ts'
import { FileRefused } from './boundary.ts'
import { createEntries } from './entries.ts'

/** What this program knows of files that it wrote outside its data folder, and copies of the files that it replaced there. */
export interface WrittenFiles {
  /** The SHA-256 of what this program last wrote at a path; undefined where it wrote nothing. */
  hashOf(file: string): Promise<string | undefined>
  note(file: string, sha256: string): Promise<void>
  /** The path that this program wrote last; undefined where it wrote nothing. */
  lastFile(): Promise<string | undefined>
  /**
   * Keeps a copy of an open file. Copies go by age; those of what this program wrote itself go before, where they are many.
   *
   * @throws {FileRefused} copies_full, when there is no room beside the copies of files of others, which nothing may push out
   * @throws {ApiError} file_error, when the copy cannot be written
   */
  keep(handle: FileHandle, name: string, whose: CopyOf): Promise<KeptCopy>
}

/** `own`: this program wrote the file, and nobody changed it since. */
export type CopyOf = 'own' | 'others'

export interface KeptCopy {
  readonly path: string
  readonly sha256: string
  /** When the copy may go, in milliseconds since 1970. */
  readonly until: number
}

const DAY = 24 * 60 * 60_000
const MB = 1024 * 1024
/** The most copies, and their most bytes together. An assistant could replace file after file until the copy of the first is gone. */
const MOST = { own: { copies: 300, bytes: 500 * MB }, others: { copies: 10_000, bytes: 500 * MB } } as const

/** So many results are known: those of some folders of 500 files in several languages. */
const MOST_WRITTEN = 5000

export interface WrittenOptions {
  /** The data folder. Asked for when it is needed. */
  readonly folder: () => string
  /** For how many days a copy is kept. */
  readonly days: number
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Keeps the record in written.json and the copies in the folders `replaced` and `superseded`, all of the owner alone. */
export function createWritten({ folder, days, clock }: WrittenOptions): WrittenFiles {
  const entries = createEntries(() => path.join(folder(), 'written.json'), MOST_WRITTEN)
  const copiesOf = (whose: CopyOf) => path.join(folder(), whose === 'own' ? 'superseded' : 'replaced')
  const prune = (whose: CopyOf) => pruned(copiesOf(whose), clock() - days * DAY, MOST[whose], whose === 'own')
  return {
    hashOf: entries.get,
    lastFile: entries.newest,
    async note(file, sha256) {
      await entries.set(file, sha256)
      // Old copies go with every file that is saved, and a folder that is not there yet has none.
      for (const whose of ['own', 'others'] as const) await prune(whose).catch(() => undefined)
    },
    async keep(handle, name, whose) {
      const copies = copiesOf(whose)
      try {
        await mkdir(copies, { recursive: true, mode: 0o700 })
        const { size } = await handle.stat()
        const held = await prune(whose)
        if (held.copies >= MOST[whose].copies || held.bytes + size > MOST[whose].bytes) throw noRoom(copies)
        // The name says when the copy was made, so that the oldest sort first, and what it is a copy of.
        const moment = new Date(clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
        const copy = path.join(copies, `${moment}-${randomBytes(4).toString('hex')}-${safeName(name).slice(-100)}`)
        return { path: copy, sha256: await write(handle, copy), until: clock() + days * DAY }
      } catch (error) {
        throw error instanceof Error && 'syscall' in error ? fileError('written', error) : error
      }
    },
  }
}

async function write(from: FileHandle, to: string): Promise<string> {
  const hash = createHash('sha256')
  const copy = await open(to, 'wx', 0o600)
  try {
    for await (const chunk of chunksOf(from, 1)) {
      hash.update(chunk)
      await copy.writeFile(chunk)
    }
    await copy.sync()
  } catch (error) {
    await rm(to, { force: true })
    throw error
  } finally {
    await copy.close()
  }
  return hash.digest('hex')
}

/** Removes the copies made before a moment, and with `many` the oldest of more than there may be. Gives what is left. */
async function pruned(copies: string, before: number, most: Room, many: boolean): Promise<Room> {
  const names = (await readdir(copies)).sort().toReversed()
  const left = { copies: 0, bytes: 0 }
  for (const name of names) {
    const copy = path.join(copies, name)
    const facts = await stat(copy).catch(() => undefined)
    if (facts === undefined) continue
    const isMany = many && (left.copies + 1 >= most.copies || left.bytes + facts.size > most.bytes)
    if (facts.mtimeMs < before || isMany) await rm(copy, { force: true })
    else Object.assign(left, { copies: left.copies + 1, bytes: left.bytes + facts.size })
  }
  return left
}

interface Room {
  readonly copies: number
  readonly bytes: number
}

function noRoom(copies: string): FileRefused {
  return new FileRefused(
    'copies_full',
    `Nothing was replaced: there is no room for a copy of the file, beside those that "${copies}" holds of files replaced before. Save under another name; the person may empty that folder.`,
  )
}
