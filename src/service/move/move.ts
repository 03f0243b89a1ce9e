import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { filesFolder } from '../data-folder.ts'
import { openFiles } from '../files/blobs.ts'
import { openPlace, type PlaceNamed } from '../files/place.ts'
import type { Files, FilesPlace } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { readFact } from '../store/facts.ts'
import { blobsOf } from '../store/results.ts'
import { MoveRefused } from './refused.ts'
import { digestOf, type MovedTable, pagesOf, TABLES, tableIn } from './rows.ts'
import { openSource } from './source.ts'
import { openTarget } from './target.ts'

export interface MoveOptions {
  /** The data folder whose state is moved. Nothing may work on it. */
  readonly from: string
  /** The PostgreSQL database that it is moved to: an empty one. */
  readonly to: string
  /** Where its files are moved to: an empty place. Left out: they stay where they are. */
  readonly files?: PlaceNamed | undefined
  readonly clock: () => number
  /** Ends it between two pages of rows or two files; run again, it goes on there. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Moved) => void
}

/** What was moved, and found equal at both places. */
export interface Moved {
  rows: number
  files: number
  /** Size of the files. */
  bytes: number
  /** Files that the database names although they are not there: they are lost at the old place too. */
  missing: number
  /** Credits that all workspaces have left, as both places add them up; 0 until they did. */
  credits_left: number
}

/**
 * Moves the state of a data folder into a database server, and its files with it where that is asked for: files first, then the rows that
 * name them, then all is read at both places and compared. Until then nothing starts on either; after that the folder says where its state
 * is. A move that is broken off goes on when it is run again.
 *
 * @throws {MoveRefused} with nothing moved (no_folder, on_a_server, moved, in_use, not_a_server, not_empty), or to be run again (stopped), or
 *   not finished since the places differ (differs)
 * @throws {FilesAway} a folder of files is not there; {DatabaseAway} the server does not answer
 */
export async function moveFolder(options: MoveOptions): Promise<Moved> {
  const source = await openSource(options.from)
  let begun = false
  try {
    const target = await openTarget(options.to, source.id, options.clock).catch((error: unknown) => {
      throw source.moved && error instanceof MoveRefused && error.code === 'not_empty' ? alreadyMoved() : error
    })
    begun = true
    try {
      const moved: Moved = { rows: 0, files: 0, bytes: 0, missing: 0, credits_left: 0 }
      const note = () => options.onProgress?.(moved)
      if (options.files !== undefined && (await readFact(source.db, 'files_mark')) !== undefined) {
        throw new MoveRefused('files_apart', FILES_APART)
      }
      await moveFiles(await blobsOf(source.db), options, moved, note)
      const tables: MovedTable[] = []
      for (const name of TABLES) tables.push(await tableIn(source.db, name))
      for (const table of tables) {
        const start = target.startOf(table.name)
        if (start === 'done') continue
        for await (const page of pagesOf(source.db, table, start.after ?? undefined)) {
          stopWhere(options.signal)
          await target.put(table, page)
          moved.rows += page.length
          note()
        }
      }
      moved.rows = await compare(tables, source.db, target.db)
      moved.credits_left = await sameCredits(source.db, target.db)
      source.markMoved()
      await target.finish()
      return moved
    } finally {
      await target.close()
    }
  } finally {
    await source.close(begun)
  }
}

const FILES_APART =
  'The files of this data folder lie elsewhere already (TRANSLATION_FILES_URL), and stay there: run the move without a place for files. To move them too, copy that folder or bucket by its own tools.'

function stopWhere(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new MoveRefused('stopped', STOPPED)
}

const STOPPED = 'The move was stopped. Run it again, and it goes on where it was.'

/** Copies contents under their names, and reads each back. One that is there already and equal is not copied again. */
async function moveFiles(blobs: readonly string[], options: MoveOptions, moved: Moved, note: () => void) {
  if (options.files === undefined) return
  let name = ''
  const old = openFiles(filesFolder(options.from), () => name)
  const place = await openPlace(options.files, () => name)
  await place.make()
  await requireEmpty(place, new Set(blobs))
  for (const blob of blobs) {
    stopWhere(options.signal)
    name = blob
    const size = await old.size(blob)
    if (size === undefined) {
      moved.missing += 1
      continue
    }
    const sum = await sumOf(old, blob)
    if ((await place.size(blob)) !== size || (await sumOf(place, blob)) !== sum) {
      await place.put(old.open(blob), size)
      if ((await sumOf(place, blob)) !== sum) throw differs('a file is not what was copied')
    }
    moved.files += 1
    moved.bytes += size
    note()
  }
}

/** Files of another database, or of no one known, must not be mixed with these. @throws {MoveRefused} not_empty */
async function requireEmpty(place: FilesPlace, own: ReadonlySet<string>): Promise<void> {
  if ((await place.mark()) !== undefined) throw new MoveRefused('not_empty', OTHER_FILES)
  for await (const { blob } of place.list())
    if (!own.has(blob.replace(/\.part$/, ''))) throw new MoveRefused('not_empty', OTHER_FILES)
}

const OTHER_FILES =
  'The new place of the files is not empty, and a move replaces nothing. Name an empty folder or an empty prefix of a bucket, then run the move again.'

async function sumOf(files: Files, blob: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of files.open(blob)) hash.update(piece)
  return hash.digest('hex')
}

/** Reads every row at both places. @returns how many there are; @throws {MoveRefused} differs, naming the first table that does */
async function compare(tables: readonly MovedTable[], source: Database, target: Database): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const [there, here] = await Promise.all([digestOf(source, table), digestOf(target, table)])
    if (there.rows !== here.rows || there.sum !== here.sum)
      throw differs(`the table ${table.name} is not what was copied`)
    rows += there.rows
  }
  return rows
}

/** Adds up credits at both places, each by its own database. @throws {MoveRefused} differs */
async function sameCredits(source: Database, target: Database): Promise<number> {
  const [there, here] = await Promise.all([creditsLeft(source), creditsLeft(target)])
  if (there !== here) throw differs('its credits add up to another sum')
  return there
}

async function creditsLeft(db: Database): Promise<number> {
  const sum = db.selectFrom('credit_grants').select(sql<number | null>`sum(amount - used - reserved)`.as('credits'))
  return (await sum.executeTakeFirstOrThrow()).credits ?? 0
}

function alreadyMoved(): MoveRefused {
  return new MoveRefused(
    'moved',
    'This folder was moved already, and the database goes on from it. Nothing was moved again.',
  )
}

function differs(what: string): MoveRefused {
  return new MoveRefused(
    'differs',
    `The new place does not hold what the folder holds: ${what}. It is not used, and the folder is as it was. Empty the new place (drop and create the database), then run the move again.`,
  )
}
