import {
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import Sqlite from 'libsql'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_MS = 5000
/** The most prepared statements that are kept for each connection. */
const STATEMENTS = 200

/**
 * One connection, which is closed and opened again after a lock was not granted. The reason: libsql leaves a statement that failed
 * with SQLITE_BUSY unfinished. While it is unfinished, later commits on the same connection seem to succeed but do not take effect.
 * Closing the connection finishes the statement.
 */
class Connection implements SqliteDatabase {
  readonly #file: string
  #sqlite: Sqlite.Database

  readonly #busyMs: number

  /** Statements that were prepared on the open connection, by their text, the least lately used first. */
  readonly #prepared = new Map<string, Sqlite.Statement>()

  constructor(file: string, busyMs: number) {
    this.#file = file
    this.#busyMs = busyMs
    this.#sqlite = connect(file, busyMs)
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction
  }

  /** Uses `exec`: unlike a prepared statement, it leaves nothing unfinished when it fails. */
  begin(): void {
    this.#sqlite.exec('begin immediate')
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.#statement(sql)
    return {
      reader: statement.reader,
      run: parameters => this.#heal(() => statement.run([...parameters])),
      all: parameters => this.#heal(() => statement.all([...parameters])),
      iterate: parameters => statement.iterate([...parameters]),
    }
  }

  close(): void {
    this.#prepared.clear()
    this.#sqlite.close()
  }

  /** Keeps prepared statements: to prepare one takes longer than most queries, and only the garbage collector frees it. */
  #statement(sql: string): Sqlite.Statement {
    const statement = this.#prepared.get(sql) ?? this.#sqlite.prepare(sql)
    this.#prepared.delete(sql)
    this.#prepared.set(sql, statement)
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size > STATEMENTS && oldest !== undefined) this.#prepared.delete(oldest)
    return statement
  }

  #heal<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      if (isBusy(error)) {
        this.close()
        this.#sqlite = connect(this.#file, this.#busyMs)
      }
      throw error
    }
  }
}

/** True when a lock on the database was not granted in time. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}

function connect(file: string, busyMs: number): Sqlite.Database {
  const sqlite = new Sqlite(file)
  sqlite.exec(`pragma busy_timeout = ${busyMs}`)
  sqlite.exec('pragma journal_mode = wal')
  sqlite.exec('pragma synchronous = normal')
  sqlite.exec('pragma foreign_keys = on')
  return sqlite
}

/**
 * Transactions open with BEGIN IMMEDIATE. A deferred transaction that reads first and writes later fails at once when another
 * connection has written in between, whatever the busy timeout.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Connection

  constructor(database: Connection) {
    super({ database })
    this.#database = database
  }

  override async beginTransaction(): Promise<void> {
    this.#database.begin()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: Connection

  constructor(database: Connection) {
    super({ database })
    this.#database = database
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#database)
  }
}

/**
 * Opens the database file, creating it when absent. Every thread and process opens a connection of its own; write-ahead logging
 * lets readers go on while one writes. Two connections of one thread must not write at the same time: the one that waits blocks the
 * thread, so the other cannot finish. `busyMs` is how long a statement waits for the write of another connection, in milliseconds.
 */
export function openDatabase(file: string, busyMs: number = BUSY_MS): Database {
  return new Kysely<Schema>({ dialect: new ImmediateDialect(new Connection(file, busyMs)) })
}

/** Runs `work` as one writing transaction: all of it happens, or none. Keep it to a few milliseconds. */
export function write<Value>(db: Database, work: (tx: Database) => Promise<Value>): Promise<Value> {
  return db.transaction().execute(work)
}
