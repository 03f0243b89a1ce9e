import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { chunksOf, fileError } from '../../client/chunks.ts'
import { safeName } from '../../contract/file-names.ts'
import { createEntries } from './entries.ts'

/** What this program knows of files that it wrote outside its data folder, and copies of the files that it replaced there. */
export interface WrittenFiles {
  /** The SHA-256 of what this program last wrote at a path; undefined where it wrote nothing. */
  hashOf(file: string): Promise<string | undefined>
  note(file: string, sha256: string): Promise<void>
  /**
   * Keeps a copy of an open file. Old copies go, by age and by their number and size together.
   *
   * @throws {ApiError} file_error, when the copy cannot be written
   */
  keep(handle: FileHandle, name: string): Promise<KeptCopy>
}

export interface KeptCopy {
  readonly path: string
  readonly sha256: string
  /** When the copy may go, in milliseconds since 1970. */
  readonly until: number
}

const DAY = 24 * 60 * 60_000
/** The most copies, and their most bytes together. */
const MOST = { copies: 300, bytes: 500 * 1024 * 1024 }

export interface WrittenOptions {
  /** The data folder. Asked for when it is needed. */
  readonly folder: () => string
  /** For how many days a copy is kept. */
  readonly days: number
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Keeps the record in written.json and the copies in the folder `replaced`, both of the owner alone. */
export function createWritten({ folder, days, clock }: WrittenOptions): WrittenFiles {
  const entries = createEntries(() => path.join(folder(), 'written.json'))
  const copiesIn = () => path.join(folder(), 'replaced')
  const pruneIn = (copies: string) => prune(copies, clock() - days * DAY)
  return {
    hashOf: entries.get,
    async note(file, sha256) {
      await entries.set(file, sha256)
      // Old copies go with every file that is saved, and a folder that is not there yet has none.
      await pruneIn(copiesIn()).catch(() => undefined)
    },
    async keep(handle, name) {
      const copies = copiesIn()
      try {
        await mkdir(copies, { recursive: true, mode: 0o700 })
        await pruneIn(copies)
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

/** Removes the copies made before a moment, and the oldest of more than there may be. */
async function prune(copies: string, before: number): Promise<void> {
  const names = (await readdir(copies)).sort().toReversed()
  let bytes = 0
  for (const [at, name] of names.entries()) {
    const copy = path.join(copies, name)
    const facts = await stat(copy).catch(() => undefined)
    bytes += facts?.size ?? 0
    const isOld = facts !== undefined && facts.mtimeMs < before
    if (isOld || at + 1 >= MOST.copies || bytes > MOST.bytes) await rm(copy, { force: true })
  }
}
