import { SqliteDialect, type SqliteStatement } from 'kysely'
import Sqlite from 'libsql'
import { isBusy } from './faults.ts'
import { type LockingDatabase, PatientDriver } from './patient-driver.ts'

/** The most prepared statements that are kept for each connection. */
const STATEMENTS = 200

/**
 * One connection, which is closed and opened again after a lock was not granted. The reason: libsql leaves a statement that failed
 * with SQLITE_BUSY unfinished. While it is unfinished, later commits on the same connection seem to succeed but do not take effect.
 * Closing the connection finishes the statement.
 */
class Connection implements LockingDatabase {
  readonly #file: string
  #sqlite: Sqlite.Database

  readonly #busyMs: number
  readonly #readOnly: boolean

  /** Statements that were prepared on the open connection, by their text, the least lately used first. */
  readonly #prepared = new Map<string, Sqlite.Statement>()

  constructor(file: string, busyMs: number, readOnly: boolean) {
    this.#file = file
    this.#busyMs = busyMs
    this.#readOnly = readOnly
    this.#sqlite = connect(file, busyMs, readOnly)
  }

  get inTransaction(): boolean {
    return this.#sqlite.open && this.#sqlite.inTransaction
  }

  /**
   * Fails at once where another connection writes, without SQLite's own waiting, which blocks the thread. Uses `exec`: unlike a
   * prepared statement, it leaves nothing unfinished when it fails.
   */
  begin(): void {
    // libsql ends the whole process where a closed connection is used.
    if (!this.#sqlite.open) throw new Error('The database is closed.')
    try {
      this.#sqlite.exec('pragma busy_timeout = 0; begin immediate')
    } finally {
      this.#sqlite.exec(`pragma busy_timeout = ${this.#busyMs}`)
    }
  }

  commit(): void {
    this.#sqlite.exec('commit')
  }

  rollback(): void {
    this.#sqlite.exec('rollback')
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
        this.#sqlite = connect(this.#file, this.#busyMs, this.#readOnly)
      }
      throw error
    }
  }
}

function connect(file: string, busyMs: number, readOnly: boolean): Sqlite.Database {
  const sqlite = new Sqlite(file)
  sqlite.exec(`pragma busy_timeout = ${busyMs}`)
  if (readOnly) {
    // libsql takes no notice of its own option `readonly`.
    sqlite.exec('pragma query_only = on')
    return sqlite
  }
  sqlite.exec('pragma journal_mode = wal')
  sqlite.exec('pragma synchronous = normal')
  sqlite.exec('pragma foreign_keys = on')
  // A page that is written again and again goes from the log into the file once in 16 MB, not in 4.
  sqlite.exec('pragma wal_autocheckpoint = 4000')
  return sqlite
}

/**
 * The dialect over a database file, which is made when absent. `busyMs` is how long a write waits for that of another connection.
 * `readOnly`: nothing can be written through it, and a file of an earlier version stays as it is.
 */
export class PatientDialect extends SqliteDialect {
  readonly #database: Connection
  readonly #busyMs: number

  constructor(file: string, busyMs: number, readOnly = false) {
    const database = new Connection(file, busyMs, readOnly)
    super({ database })
    this.#database = database
    this.#busyMs = busyMs
  }

  override createDriver(): PatientDriver {
    return new PatientDriver(this.#database, { busyMs: this.#busyMs, isBusy })
  }
}
