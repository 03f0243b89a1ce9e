import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withCodes } from '../../contract/hidden.ts'
import { databaseFile, databaseOf } from '../data-folder.ts'
import { FOLDER_MARKS, FolderMarked } from '../folder-marks.ts'
import { writePrivately } from '../private-file.ts'
import { type Database, isServer, openDatabase } from '../store/database.ts'
import { isBusy } from '../store/dialects/faults.ts'
import { migrate } from '../store/migrations.ts'
import { MoveRefused } from './refused.ts'

/** A data folder that is being moved: nobody else can open its database until it is closed, and no service starts on it after that. */
export interface MoveSource {
  readonly db: Database
  /** Names this move, so that only it goes on in the target where it was broken off. */
  readonly id: string
  /** True where a move of it reached its end before, but for the last steps perhaps. */
  readonly moved: boolean
  /** Says in the folder that its state is elsewhere now. */
  markMoved(): void
  /** Gives the database back; where nothing was begun, the mark goes too. */
  close(begun: boolean): Promise<void>
}

/**
 * Opens the database of a data folder for a move, brought to the schema of this program and held alone.
 *
 * @throws {MoveRefused} no_folder; on_a_server; in_use
 * @throws {FolderMarked} restoring
 * @throws {NewerSchema} a newer program wrote it
 */
export async function openSource(dataDir: string): Promise<MoveSource> {
  const file = databaseFile(dataDir)
  if (isServer(databaseOf(dataDir))) throw new MoveRefused('on_a_server', ON_A_SERVER)
  if (!existsSync(file)) {
    throw new MoveRefused(
      'no_folder',
      `There is no service in the folder ${withCodes(dataDir)}, so there is nothing to move.`,
    )
  }
  if (existsSync(join(dataDir, FOLDER_MARKS.restoring))) throw new FolderMarked('restoring')
  const marked = markedIn(dataDir)
  const id = marked ?? randomBytes(16).toString('hex')
  const moving = join(dataDir, FOLDER_MARKS.moving)
  // The mark is there before the database is held, so that a service which starts meanwhile sees one of the two.
  if (marked === undefined) writePrivately(moving, id)
  const unmark = () => marked === undefined && rmSync(moving, { force: true })
  let db: Database | undefined
  try {
    db = openDatabase(file, { busyMs: BUSY_MS })
    await migrate(db, async () => undefined)
    await hold(db)
  } catch (error) {
    await db?.destroy()
    unmark()
    throw isBusy(error) ? new MoveRefused('in_use', IN_USE) : error
  }
  const held = db
  return {
    ...{ db: held, id, moved: existsSync(join(dataDir, FOLDER_MARKS.moved)) },
    markMoved: () => {
      // First the one, then not the other: whatever happened to the mark meanwhile, the folder is not without any.
      writePrivately(join(dataDir, FOLDER_MARKS.moved), id)
      rmSync(moving, { force: true })
    },
    close: async begun => {
      // While the database is held: another move that waits for it finds no mark that goes away then.
      if (!begun) unmark()
      await held.destroy()
    },
  }
}

/** How long a move waits for others to let the database go, in milliseconds. */
const BUSY_MS = 500

/**
 * Holds a database file alone, until it is closed. Only where nobody else has it open can its log be taken in, so a service that runs
 * beside is found out, whatever it does.
 */
async function hold(db: Database): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(db)
  await sql`pragma locking_mode = exclusive`.execute(db)
  // The lock is taken with the first write, and stays.
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db)
  await sql.raw(`pragma user_version = ${rows[0]?.user_version ?? 0}`).execute(db)
}

/** The id of a move that was begun with this folder; undefined where there was none. */
function markedIn(dataDir: string): string | undefined {
  for (const mark of [FOLDER_MARKS.moving, FOLDER_MARKS.moved]) {
    const file = join(dataDir, mark)
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  }
  return undefined
}

const ON_A_SERVER =
  'The state of this data folder is in a database server already: its file database-url names it. Copy databases with pg_dump and pg_restore.'
const IN_USE =
  'A program works on the data folder: a service, an assistant that started one, or a command. Stop it, then run the move again. Nothing was moved.'
