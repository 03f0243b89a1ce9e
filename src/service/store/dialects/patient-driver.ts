import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDriver,
} from 'kysely'

/** A database of SQLite, as this driver uses it. */
export interface LockingDatabase extends SqliteDatabase {
  readonly inTransaction: boolean
  /** Opens a writing transaction, or fails at once where another connection writes. */
  begin(): void
  commit(): void
  rollback(): void
}

export interface LockWait {
  /** How long a write waits for that of another connection, in milliseconds. */
  readonly busyMs: number
  /** True for an error that says that another connection writes. */
  readonly isBusy: (error: unknown) => boolean
}

/** Pauses between two looks whether a lock is free, in milliseconds; the last one is repeated. */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50] as const

/** The statements that change rows. */
const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/**
 * A driver of SQLite for kysely whose writes wait for the lock of another connection without holding up anything else: while one
 * waits, the thread is free and reads on the same connection go on. SQLite's own waiting blocks the whole thread.
 *
 * Each write outside a transaction is a transaction of its own. All of them open with BEGIN IMMEDIATE: a deferred transaction that
 * reads first and writes later fails at once when another connection has written in between, however long it may wait.
 */
export class PatientDriver extends SqliteDriver {
  readonly #database: LockingDatabase
  readonly #wait: LockWait
  /** Who has the connection: a statement while it runs, a transaction from its begin to its end. */
  readonly #turns = new Turns()
  #only: Promise<DatabaseConnection> | undefined

  constructor(database: LockingDatabase, wait: LockWait) {
    super({ database })
    this.#database = database
    this.#wait = wait
  }

  /** Each caller gets a connection of its own to look at; behind all of them is the only one of SqliteDriver. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#only ??= super.acquireConnection()
    return new PatientConnection(await this.#only, (writes, run) => this.#alone(writes, run))
  }

  override async releaseConnection(): Promise<void> {}

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begin()
    if (connection instanceof PatientConnection) connection.inTransaction = true
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#end(connection)
  }

  /** Also after a commit that failed. SQLite itself rolls back after some faults, as of a full disk. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#database.inTransaction) await super.rollbackTransaction(connection)
    } finally {
      this.#end(connection)
    }
  }

  #end(connection: DatabaseConnection): void {
    if (!(connection instanceof PatientConnection) || !connection.inTransaction) return
    connection.inTransaction = false
    this.#turns.end()
  }

  /** Takes a turn and opens a transaction in it. Where the lock was not free in time, its error is thrown and the turn has ended. */
  async #begin(): Promise<void> {
    const until = performance.now() + this.#wait.busyMs
    for (let looked = 0; ; looked += 1) {
      await this.#turns.begin()
      try {
        this.#database.begin()
        return
      } catch (error) {
        this.#turns.end()
        if (!this.#wait.isBusy(error) || performance.now() >= until) throw error
      }
      await setTimeout(PAUSES_MS[looked] ?? PAUSES_MS.at(-1))
    }
  }

  /** Runs a statement outside a transaction. */
  async #alone<Result>(writes: boolean, run: () => Promise<Result>): Promise<Result> {
    if (writes) await this.#begin()
    else await this.#turns.begin()
    try {
      const result = await run()
      if (writes) this.#database.commit()
      return result
    } finally {
      if (this.#database.inTransaction) this.#database.rollback()
      this.#turns.end()
    }
  }
}

/** The connection as one caller of kysely sees it: for single statements, or for those of one transaction. */
class PatientConnection implements DatabaseConnection {
  readonly #only: DatabaseConnection
  readonly #alone: <Result>(writes: boolean, run: () => Promise<Result>) => Promise<Result>
  inTransaction = false

  constructor(
    only: DatabaseConnection,
    alone: <Result>(writes: boolean, run: () => Promise<Result>) => Promise<Result>,
  ) {
    this.#only = only
    this.#alone = alone
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = async () => this.#only.executeQuery<Row>(query)
    return this.inTransaction ? await run() : await this.#alone(WRITES.has(query.query.kind), run)
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results are not streamed: they are read in pages.')
  }
}

/** Gives out turns in the order in which they were asked for. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #taken = false

  begin(): Promise<void> | undefined {
    if (!this.#taken) {
      this.#taken = true
      return undefined
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  /** Ends a turn; the next one begins with it. */
  end(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next()
  }
}
