import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseAway, nameFault, unconnected } from './faults.ts'
import { withNul, withoutNul } from './nul.ts'
import { again, TURN } from './retry.ts'

/** How long a connection may take to be made, or to become free, in milliseconds. */
const CONNECT_MS = 5000
/** How long one statement may take, and how long after that the server is taken for gone. In milliseconds. */
const STATEMENT_MS = 30_000
const GONE_MS = STATEMENT_MS + 5000

/**
 * The dialect over a PostgreSQL database, with at most `connections` connections. `pg` is loaded and the first connection made when
 * the first statement comes. Connections that are lost are made anew.
 */
export class PostgresDialect implements Dialect {
  readonly #url: string
  readonly #connections: number

  constructor(url: string, connections: number) {
    this.#url = url
    this.#connections = connections
  }

  createDriver = (): Driver => new PoolDriver(this.#url, this.#connections)
  createAdapter = (): PostgresAdapter => new PostgresAdapter()
  createQueryCompiler = (): PostgresQueryCompiler => new PostgresQueryCompiler()
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new PostgresIntrospector(db)
}

/** How values come back, by the number of their type: 64-bit numbers, counts and sums as numbers; texts with the U+0000 they had. */
const READ: Readonly<Record<number, (value: string) => unknown>> = { 20: Number, 1700: Number, 25: withNul }

/** `pg` verifies by all of these words what `verify-full` says, and warns of it for all others. */
const VERIFIED = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/** The address of a database as `pg` takes it. */
export function addressFor(url: string): string {
  return url.includes('uselibpqcompat=') ? url : url.replace(VERIFIED, '$1verify-full')
}

async function openPool(url: string, max: number): Promise<Pool> {
  const connectionString = addressFor(url)
  const { Pool, types } = (await import('pg')).default
  const pool = new Pool({
    ...{ connectionString, max, connectionTimeoutMillis: CONNECT_MS, keepAlive: true },
    ...{ statement_timeout: STATEMENT_MS, query_timeout: GONE_MS, idle_in_transaction_session_timeout: STATEMENT_MS },
    application_name: 'translation-mcp',
    types: { getTypeParser: (oid, format) => READ[Number(oid)] ?? types.getTypeParser(Number(oid), format) },
  })
  // Without a listener of its own at every moment, a connection that is lost would end the process: also between the pool and its user.
  pool.on('connect', client => void client.on('error', () => undefined))
  // A connection that is lost while nobody uses it is dropped: the next statement makes a new one.
  return pool.on('error', () => undefined)
}

/**
 * Every transaction is serialisable. It sees what was when it began: without the query, PostgreSQL lets it see what was at its first
 * statement, and a clock that was read before that would be older than what it sees. The query waits while another transaction has its
 * turn alone.
 */
const BEGIN = `begin isolation level serializable; select pg_advisory_xact_lock_shared(${TURN})`

class PoolDriver implements Driver {
  readonly #url: string
  readonly #connections: number
  #pool: Pool | undefined
  readonly #used = new WeakMap<DatabaseConnection, Connection>()

  constructor(url: string, connections: number) {
    this.#url = url
    this.#connections = connections
  }

  async init(): Promise<void> {
    this.#pool = await openPool(this.#url, this.#connections)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#pool === undefined) throw new DatabaseAway('closed', false)
    try {
      const connection = new Connection(await this.#pool.connect())
      this.#used.set(connection, connection)
      return connection
    } catch (error) {
      throw new DatabaseAway(unconnected(error), false)
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#used.get(connection)?.rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#used.get(connection)?.release()
  }

  async destroy(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await pool?.end()
  }
}

/** What changes something: outside of a transaction it becomes one of its own, as strict as all others. */
const WRITES: readonly string[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']

/** One connection, from the moment it is taken out of the pool until it is given back. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  #inTransaction = false
  #lost = false

  constructor(client: PoolClient) {
    this.#client = client
    client.on('error', this.#lose)
  }

  readonly #lose = (): void => {
    this.#lost = true
  }

  executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const alone = !this.#inTransaction && WRITES.includes(query.kind)
    return alone ? again(() => this.#alone(sql, parameters)) : this.#send(sql, parameters)
  }

  streamQuery(): never {
    throw new Error('No statement of this program is streamed.')
  }

  async rollback(): Promise<void> {
    try {
      await this.#send('rollback', [])
    } catch {
      // A connection that is not given back clean is closed, which undoes its transaction too.
      this.#lost = true
    }
  }

  release(): void {
    this.#client.off('error', this.#lose)
    this.#client.release(this.#lost || this.#inTransaction)
  }

  async #alone<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    await this.#send(BEGIN, [])
    try {
      const result = await this.#send<Row>(sql, parameters)
      await this.#send('commit', [])
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async #send<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const values = parameters.map(value => (typeof value === 'string' ? withoutNul(value) : value))
    try {
      const { rows, rowCount } = await this.#client.query(sql, values)
      if (sql === BEGIN) this.#inTransaction = true
      if (sql === 'commit' || sql === 'rollback') this.#inTransaction = false
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      const fault = nameFault(error, sql === 'commit')
      if (fault instanceof DatabaseAway) this.#lost = true
      throw fault
    }
  }
}
