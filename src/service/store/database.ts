import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely'
import { differencesOf } from './dialects/differences.ts'
import { PostgresDialect } from './dialects/postgres.ts'
import { PatientDialect } from './dialects/sqlite.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** How long a write waits for another process's write where that locks the whole file, in milliseconds. */
const BUSY_MS = 5000
/** The most connections that one thread has to a database server. */
const CONNECTIONS = 10

/** How a database is opened; the defaults are for the program. */
export interface Opening {
  readonly busyMs?: number
  readonly connections?: number
  /** Of a file, which has to be there: nothing can be written. A database server is told by whoever asks it. */
  readonly readOnly?: boolean
}

/** True for the address of a database server, as opposed to the path of a file. */
export function isServer(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place)
}

/**
 * Opens a database: a file, which is made when absent, or a PostgreSQL database by its URL. Every thread and process opens its own.
 *
 * Of a file: write-ahead logging lets readers go on while one writes. `busyMs` is how long a write waits for that of another
 * connection, in milliseconds; it blocks nothing meanwhile.
 */
export function openDatabase(
  place: string,
  { busyMs = BUSY_MS, connections = CONNECTIONS, readOnly = false }: Opening = {},
): Database {
  if (!isServer(place)) return new Kysely<Schema>({ dialect: new PatientDialect(place, busyMs, readOnly) })
  // PostgreSQL has no `in ()`.
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })]
  return new Kysely<Schema>({ dialect: new PostgresDialect(place, connections), plugins })
}

/**
 * Runs `work` as one writing transaction: all of it happens, or none. Keep it to a few milliseconds. `work` may be run again when
 * another transaction was at the same rows, so it changes nothing but through `tx`, and begins its own lists and counts anew.
 */
export function write<Value>(db: Database, work: (tx: Database) => Promise<Value>): Promise<Value> {
  return differencesOf(db).write(db, work)
}

/** The same while no other process is in it: for what also changes a file of the data folder. `work` may be run again here too. */
export function writeAlone<Value>(db: Database, work: (tx: Database) => Promise<Value>): Promise<Value> {
  return differencesOf(db).alone(db, work)
}
