import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCodeOf, WITHOUT_LINKS } from '../../contract/system-errors.ts'
import { type Ranges, withRanges } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import type { FilesPlace, ListedBlob } from '../ports.ts'
import { diskAway, folderAway } from './away.ts'

const MB = 1024 * 1024
const CHUNK_BYTES = MB / 4
/** Smaller pieces are joined up to this size before they are written: a rewritten file comes in hundreds of thousands of pieces. */
const WRITE_BYTES = 64 * 1024
/** A half-written content has the name that it gets, and this. */
export const PART = '.part'
const BLOB_NAME = /^[A-Za-z0-9_-]+(?:\.part)?$/

/** The name beside the contents of what says whose they are. It is no name of a content, so that no list has it. */
export const MARK = '.files-of'

/** True for a name that this program gives to a content, half-written ones too. */
export function isBlobName(name: string): boolean {
  return BLOB_NAME.test(name)
}

/** Makes the folder that holds the contents (0700) when absent. Where files are kept already, its absence is a fault: see FilesAway. */
export async function makeFilesFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/**
 * The contents in a folder; `newName` gives a name nobody else has. Each function throws FilesAway (files_away) while the folder is not
 * there, but `remove`, which then has nothing to do.
 */
export function openFiles(folder: string, newName: () => string): FilesPlace {
  const pathOf = (blob: string): string => {
    if (!isBlobName(blob)) throw new Error('not the name of a stored content')
    return join(folder, blob)
  }
  return {
    put: async (source, limit) => {
      const blob = newName()
      const part = pathOf(`${blob}${PART}`)
      try {
        const written = await writeWhole(part, source, limit)
        await rename(part, pathOf(blob))
        await syncFolder(folder)
        return { blob, ...written }
      } catch (error) {
        await rm(part, { force: true })
        throw await asAway(error, folder)
      }
    },
    open: blob => withRanges(readBytes(pathOf(blob), folder), rangesOf(pathOf(blob), folder)),
    size: async blob => {
      try {
        return (await stat(pathOf(blob))).size
      } catch (error) {
        const cause = await asAway(error, folder)
        if (isMissing(cause)) return undefined
        throw cause
      }
    },
    remove: blob => rm(pathOf(blob), { force: true }),
    list: () => listFolder(folder),
    address: async () => undefined,
    ...folderItself(folder),
  }
}

async function* listFolder(folder: string): AsyncGenerator<ListedBlob> {
  const entries = await opendir(folder).catch(async (error: unknown) => {
    throw await asAway(error, folder)
  })
  for await (const { name: blob } of entries) {
    const facts = isBlobName(blob) ? await stat(join(folder, blob)).catch(() => undefined) : undefined
    if (facts?.isFile()) yield { blob, written_at: facts.mtimeMs }
  }
}

function folderItself(folder: string): Pick<FilesPlace, 'make' | 'look' | 'trial' | 'mark' | 'setMark'> {
  const look = async () => {
    const file = join(folder, `ready-${randomBytes(6).toString('hex')}${PART}`)
    try {
      await writeFile(file, 'ready\n', { mode: 0o600, flag: 'wx' })
    } catch (error) {
      throw await asAway(error, folder)
    } finally {
      await rm(file, { force: true }).catch(() => undefined)
    }
  }
  const mark = async () => {
    try {
      return (await readFile(join(folder, MARK), 'utf8')).trim()
    } catch (error) {
      const cause = await asAway(error, folder)
      if (isMissing(cause)) return undefined
      throw cause
    }
  }
  return {
    make: () => makeFilesFolder(folder),
    look,
    trial: look,
    mark,
    setMark: async wanted => {
      try {
        await writeMark(folder, `${wanted}\n`)
        return true
      } catch (error) {
        if (isThere(error)) return (await mark()) === wanted
        throw await asAway(error, folder)
      }
    },
  }
}

/** The mark gets its name whole: what a full disk or a killed process left of it would be taken for the mark of another database. */
async function writeMark(folder: string, line: string): Promise<void> {
  const whole = join(folder, `mark-${randomBytes(6).toString('hex')}${PART}`)
  try {
    await writeFile(whole, line, { mode: 0o600, flag: 'wx', flush: true })
    await link(whole, join(folder, MARK)).catch(async (error: unknown) => {
      if (!WITHOUT_LINKS.has(systemCodeOf(error) ?? '')) throw error
      await writeFile(join(folder, MARK), line, { mode: 0o600, flag: 'wx', flush: true })
    })
  } finally {
    await rm(whole, { force: true }).catch(() => undefined)
  }
}

/** What a system says of a disk that fails, or of a share whose machine does not answer: what a source of bytes does not say. */
const UNREACHED = /^(?:EIO|ESTALE|ENOTCONN|ENODEV|ENXIO|EHOSTDOWN|EREMOTEIO)$/

/** FilesAway for a disk that cannot be reached, and for a file that is missing with its whole folder; any other error stays as it is. */
async function asAway(error: unknown, folder: string): Promise<unknown> {
  const code = systemCodeOf(error) ?? ''
  if (UNREACHED.test(code)) return diskAway(code)
  if (!isMissing(error)) return error
  try {
    await stat(folder)
    return error
  } catch (cause) {
    const why = systemCodeOf(cause) ?? ''
    return UNREACHED.test(why) ? diskAway(why) : folderAway()
  }
}

/** Opens the file only when the first chunk is asked for: a body that nobody reads, as after a HEAD, holds no file descriptor. */
async function* readBytes(
  path: string,
  folder: string,
  range?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES, ...range })
  } catch (error) {
    throw await asAway(error, folder)
  }
}

function rangesOf(path: string, folder: string): Ranges {
  return {
    size: async () => {
      try {
        return (await stat(path)).size
      } catch (error) {
        throw await asAway(error, folder)
      }
    },
    read: (start, end) => (start < end ? readBytes(path, folder, { start, end: end - 1 }) : readNothing()),
  }
}

async function* readNothing(): AsyncGenerator<Uint8Array> {}

async function writeWhole(path: string, source: AsyncIterable<Uint8Array>, limit: number) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of gathered(source, limit)) {
      size += chunk.length
      hash.update(chunk)
      await writeChunk(file, chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * The same bytes in pieces of `WRITE_BYTES` or more; the last may be smaller.
 *
 * @throws {ServiceError} file_too_large with the first byte beyond `limit`
 */
async function* gathered(source: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let size = 0
  let total = 0
  for await (const piece of source) {
    total += piece.length
    if (total > limit) throw tooLarge(limit)
    pieces.push(piece)
    size += piece.length
    if (size < WRITE_BYTES) continue
    yield whole(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield whole(pieces)
}

function whole(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
}

async function writeChunk(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  let done = 0
  while (done < chunk.length) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done)
    done += bytesWritten
  }
}

/** Makes the new name itself survive a power cut. Windows cannot open a folder for that and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The refusal of content over a ceiling in bytes. */
export function tooLarge(limit: number): ServiceError {
  const ceiling = limit >= MB && limit % MB === 0 ? `${limit / MB} MB` : `${limit} bytes`
  return new ServiceError('file_too_large', `The file is over the ceiling of its format, ${ceiling}. Split it.`)
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** True for the error of a file that is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
