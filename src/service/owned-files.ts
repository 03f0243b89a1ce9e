import { randomBytes } from 'node:crypto'
import { FilesAway } from './files/away.ts'
import { openPlace, type PlaceNamed } from './files/place.ts'
import type { FilesPlace } from './ports.ts'
import { type Database, writeAlone } from './store/database.ts'
import { forgetFact, noteFact, readFact } from './store/facts.ts'
import { holdsFiles, newestFiles } from './store/results.ts'

/** The place of the contents, which is not used before it is known to belong to the database. */
export interface OwnedFiles extends FilesPlace {
  /**
   * Looks whose the place is, where that was not seen yet. A place that nobody marked is marked when a database first uses it.
   *
   * @throws {OtherFiles} other_files
   * @throws {FilesAway} files_away, where that cannot be seen now
   */
  ensure(): Promise<void>
  /**
   * The same for a start: a place that cannot be reached comes back by itself, but one that is not there at all, where the database
   * knows a mark, is most likely not the one that it knows.
   *
   * @throws {OtherFiles} other_files
   * @throws {FilesAway} as `ensure`, where it may come back
   */
  ensureAtStart(): Promise<void>
}

/**
 * The database names files, and their place is not the one that it knows. Nothing is read there, written or removed. What this process is
 * asked for may succeed when the setting was mended.
 */
export class OtherFiles extends Error {
  override readonly name = 'OtherFiles'
  readonly code = 'other_files'
}

interface Opening {
  readonly db: Database
  readonly newName: () => string
  readonly clock: () => number
}

/** Opens the place of the contents for the database that names them. */
export async function openOwnedFiles(place: PlaceNamed, { db, newName, clock }: Opening): Promise<OwnedFiles> {
  const files = await openPlace(place, newName)
  let seen = false
  let looking: Promise<void> | undefined
  const ensure = async (): Promise<void> => {
    if (seen) return
    looking ??= compare(files, place, { db, clock }).finally(() => {
      looking = undefined
    })
    await looking
    seen = true
  }
  const then =
    <Given extends readonly unknown[], Got>(work: (...given: Given) => Promise<Got>) =>
    async (...given: Given): Promise<Got> => {
      await ensure()
      return await work(...given)
    }
  return {
    ensure,
    async ensureAtStart() {
      try {
        await ensure()
      } catch (error) {
        if (!(error instanceof FilesAway && error.absent)) throw error
        const known = await readFact(db, 'files_mark')
        throw known === undefined ? error : new OtherFiles(withoutMark(known, error.short))
      }
    },
    put: then(files.put),
    open(blob) {
      const source = files.open(blob)
      const { ranges } = source
      const whole = async function* () {
        await ensure()
        yield* source
      }
      const part = async function* (start: number, end: number) {
        await ensure()
        if (ranges !== undefined) yield* ranges.read(start, end)
      }
      return {
        [Symbol.asyncIterator]: whole,
        ...(ranges && { ranges: { size: then(ranges.size), read: part } }),
      }
    },
    size: then(files.size),
    remove: blob => then(files.remove)(blob).catch(unlessAway),
    async *list() {
      await ensure()
      yield* files.list()
    },
    address: then(files.address),
    make: files.make,
    look: then(files.look),
    trial: then(files.trial),
    mark: files.mark,
    setMark: files.setMark,
  }
}

/** A place that is away has nothing to remove now: the scheduled pass finds it later. */
function unlessAway(error: unknown): void {
  if (!(error instanceof FilesAway)) throw error
}

/**
 * A folder of files and a database in one data folder belong together. Where one of the two lies elsewhere, each says by the same mark that
 * they do: else a process with another folder would take files for lost, and the pass over one place would remove what another database
 * names.
 */
async function compare(files: FilesPlace, place: PlaceNamed, { db, clock }: Omit<Opening, 'newName'>): Promise<void> {
  const known = await readFact(db, 'files_mark')
  if (known === undefined && !place.apart) return
  if (known !== undefined && (await files.mark()) === known) return
  // Noted before the place has it: who marked the place and ended before that was noted finds its own mark again, not one of nobody.
  const fresh = known ?? (await writeAlone(db, tx => intendedMark(tx, clock())))
  // Where another process marks the place at this moment, one of the two sees what the other did.
  await writeAlone(db, tx => markOnce(files, tx, { fresh, now: clock() }))
}

/** The mark that a database which has none is going to have. */
async function intendedMark(tx: Database, now: number): Promise<string> {
  const intended = await readFact(tx, 'files_mark_intended')
  if (intended !== undefined) return intended
  const fresh = randomBytes(32).toString('base64url')
  await noteFact(tx, 'files_mark_intended', fresh, now)
  return fresh
}

interface Marking {
  /** A mark that no other database has. */
  readonly fresh: string
  readonly now: number
}

/**
 * Marks a place that nobody marked, for a database that knows none yet. Nothing else is marked. Where this was begun before, by this process
 * or one that ended, the place has the mark already.
 *
 * @throws {OtherFiles} other_files
 */
async function markOnce(files: FilesPlace, tx: Database, { fresh, now }: Marking): Promise<void> {
  const known = await readFact(tx, 'files_mark')
  const found = await files.mark()
  if (found !== undefined && found === known) return
  if (found === fresh) return await noteMark(tx, fresh, now)
  if (found !== undefined) throw new OtherFiles(OF_ANOTHER)
  if (known !== undefined) throw new OtherFiles(withoutMark(known))
  if ((await holdsFiles(tx)) && !(await hasOneOf(files, await newestFiles(tx)))) throw new OtherFiles(withoutMark())
  if (!(await files.setMark(fresh))) throw new OtherFiles(OF_ANOTHER)
  await noteMark(tx, fresh, now)
}

async function noteMark(tx: Database, mark: string, now: number): Promise<void> {
  await noteFact(tx, 'files_mark', mark, now)
  await forgetFact(tx, 'files_mark_intended')
}

async function hasOneOf(files: FilesPlace, blobs: readonly string[]): Promise<boolean> {
  for (const blob of blobs) if ((await files.size(blob)) !== undefined) return true
  return false
}

const WHERE = 'TRANSLATION_FILES_URL, or without it the folder files/ of the data folder,'

const OF_ANOTHER = `${WHERE} holds the files of another database. Each database needs a place of its own: set the one that belongs to TRANSLATION_DATABASE_URL or TRANSLATION_DATA_DIR, or an empty one for a new database.`

/** `short`: why nothing is seen there; else there is no mark. */
function withoutMark(mark?: string, short = 'there is no file .files-of of this database'): string {
  const use =
    mark === undefined
      ? ''
      : ` To use this place all the same, as where the files are lost for good, put a file .files-of with the line ${mark} into it.`
  return `${WHERE} does not hold the files that the database names: ${short}. If it is a shared folder or a disk of its own, is it mounted? Before that it looks like an empty folder. Every process on a database needs the same place: a shared folder (file:///…) or a bucket (s3://…).${use}`
}
