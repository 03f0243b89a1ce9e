import { sql } from 'kysely'
import * as z from 'zod'
import { type Database, isServer, openDatabase, write } from '../store/database.ts'
import { differencesOf } from '../store/dialects/differences.ts'
import { forgetFact, noteFact, readFact } from '../store/facts.ts'
import { migrate } from '../store/migrations.ts'
import { stored } from '../store/stored.ts'
import { MoveRefused } from './refused.ts'
import { insertRows, keyIn, MOVING_FACT, type MovedRow, type MovedTable, TABLES, type TableName } from './rows.ts'

/** How far a move is: the table that was copied last, and the key of its last row. It is written with the rows themselves. */
const Progress = z.object({
  id: z.string(),
  table: z.enum(TABLES).nullable(),
  after: z.array(z.union([z.string(), z.number(), z.null()])).nullable(),
})
type Progress = z.output<typeof Progress>
const progressColumn = stored('service_facts.value', 1, Progress)

/** The database that a move fills. No service starts on it until it is finished. */
export interface MoveTarget {
  readonly db: Database
  /** Where the copying of a table goes on: after this row, from its beginning (null), or not at all since it is done. */
  startOf(name: TableName): { readonly after: MovedRow | null } | 'done'
  /** Puts in rows and notes that they are there, in one transaction. */
  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Lets services start on it. */
  finish(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database that is to be filled, and makes its tables.
 *
 * @throws {MoveRefused} not_a_server; not_empty: it has rows of another service, or of another move
 * @throws {NewerSchema} @throws {UnfitServer} @throws {DatabaseAway}
 */
export async function openTarget(url: string, id: string, now: () => number): Promise<MoveTarget> {
  if (!isServer(url)) throw new MoveRefused('not_a_server', NOT_A_SERVER)
  const db = openDatabase(url)
  try {
    let progress = await begin(db, id, now())
    return {
      db,
      startOf: name => startOf(progress, name),
      async put(table, rows) {
        const last = rows.at(-1)
        if (last === undefined) return
        const next = { id, table: table.name, after: [...keyIn(table, last)] }
        await write(db, async tx => {
          await insertRows(tx, table, rows)
          await noteFact(tx, MOVING_FACT, progressColumn.write(next), now())
        })
        progress = next
      },
      async finish() {
        await write(db, async tx => {
          await sql`select setval(pg_get_serial_sequence('glossary_terms', 'id'), (select coalesce(max(id), 0) + 1 from glossary_terms), false)`.execute(
            tx,
          )
          await forgetFact(tx, MOVING_FACT)
        })
      },
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function begin(db: Database, id: string, now: number): Promise<Progress> {
  // What is there is looked at before anything is made: a database of something else stays as it is.
  if ((await differencesOf(db).foundVersion(db)) === 0 && (await hasTables(db))) throw notEmpty()
  let progress: Progress = { id, table: null, after: null }
  await migrate(db, async tx => {
    const noted = await readFact(tx, MOVING_FACT)
    const found = noted === undefined ? undefined : progressColumn.read(noted)
    if (found?.id === id) progress = found
    else if (found !== undefined || (await hasRows(tx))) throw notEmpty()
    else await noteFact(tx, MOVING_FACT, progressColumn.write(progress), now)
  })
  return progress
}

async function hasTables(db: Database): Promise<boolean> {
  const found = sql<{
    there: boolean
  }>`select exists (select from pg_tables where schemaname = current_schema()) as there`
  return (await found.execute(db)).rows[0]?.there ?? false
}

async function hasRows(tx: Database): Promise<boolean> {
  for (const name of TABLES) {
    const found = sql<{ there: boolean }>`select exists (select from ${sql.table(name)}) as there`
    if ((await found.execute(tx)).rows[0]?.there) return true
  }
  return false
}

function startOf({ table, after }: Progress, name: TableName): { readonly after: MovedRow | null } | 'done' {
  const place = table === null ? -1 : TABLES.indexOf(table)
  const own = TABLES.indexOf(name)
  if (own < place) return 'done'
  return { after: own === place ? after : null }
}

const NOT_A_SERVER = 'The new place has to be a PostgreSQL database: postgres://user@host/name. Nothing was moved.'

function notEmpty(): MoveRefused {
  return new MoveRefused(
    'not_empty',
    'The database is not empty, and a move replaces nothing: it holds tables of something else, the state of another service, or a part of another move. Make a new one (create database), then run the move again. Nothing was moved.',
  )
}
