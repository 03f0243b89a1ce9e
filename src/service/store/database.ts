import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import Sqlite from 'libsql'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_MS = 5000

/**
 * Writing transactions open with BEGIN IMMEDIATE: a deferred one that reads first and writes later loses to any writer of
 * another process at once, whatever the busy timeout.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#config)
  }
}

/**
 * Opens the database file, creating it when absent. Every thread and process opens its own; write-ahead logging lets readers
 * go on while one writes.
 */
export function openDatabase(file: string): Database {
  const sqlite = new Sqlite(file)
  sqlite.exec(`pragma busy_timeout = ${BUSY_MS}`)
  sqlite.exec('pragma journal_mode = wal')
  sqlite.exec('pragma synchronous = normal')
  sqlite.exec('pragma foreign_keys = on')
  return new Kysely<Schema>({ dialect: new ImmediateDialect({ database: sqlite }) })
}

/** Runs `work` as one writing transaction: all of it happens, or none. Keep it to a few milliseconds. */
export function write<Value>(db: Database, work: (tx: Database) => Promise<Value>): Promise<Value> {
  return db.transaction().execute(work)
}
