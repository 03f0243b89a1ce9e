import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { postgresDdl, sqliteDdl } from './ddl.ts'
import { again, TURN } from './retry.ts'

type Database = Kysely<Schema>

/** All in which the databases differ for those who write queries. Everything else is one text of SQL for both. */
export interface Differences {
  /** A statement of a migration as this database has it; undefined where it needs none. */
  readonly ddl: (statement: string) => string | undefined
  /** The schema version of the database, 0 where it is empty, and what a person calls it. */
  readonly version: (tx: Database) => Promise<{ readonly version: number; readonly called: string }>
  /** The schema version, where nothing may be written; 0 where it is empty. */
  readonly foundVersion: (db: Database) => Promise<number>
  readonly setVersion: (tx: Database, version: number) => Promise<void>
  /** A text column so that it comes back whole, and what reads it. */
  readonly whole: { readonly select: (column: string) => RawBuilder<string>; readonly read: (text: string) => string }
  /**
   * The time by which claims are made and looked at, in milliseconds. Several machines share a server, and their clocks differ: there its
   * own clock counts. Another clock than the system's is somebody's who wants to say what time it is, and counts everywhere.
   */
  readonly now: (tx: Database, clock: () => number) => Promise<number>
  /** Lets all who listen to this database hear a line, once the transaction has ended well (`store/wakes.ts`). */
  readonly tell: (tx: Database, channel: string, line: string) => Promise<void>
  /** Runs `work` as one writing transaction. It may be run several times; only its last run counts. */
  readonly write: Writing
  /** The same while no other process is in `alone` on this database. */
  readonly alone: Writing
}

type Writing = <Value>(db: Database, work: (tx: Database) => Promise<Value>) => Promise<Value>

/** The differences of the database that a connection, or a transaction, is of. */
export function differencesOf(db: Database): Differences {
  return db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
}

/** One writer at a time: a transaction that writes waits at its beginning. */
const oneWriter: Writing = (db, work) => db.transaction().execute(work)

const SQLITE: Differences = {
  ddl: sqliteDdl,
  async version(tx) {
    const found = await sql<{ user_version: number }>`pragma user_version`.execute(tx)
    return { version: found.rows[0]?.user_version ?? 0, called: 'data folder' }
  },
  async foundVersion(db) {
    return (await SQLITE.version(db)).version
  },
  async setVersion(tx, version) {
    await sql.raw(`pragma user_version = ${version}`).execute(tx)
  },
  // libsql cuts a plain text off at U+0000; quoted, it comes back whole.
  whole: { select: column => sql<string>`json_quote(${sql.ref(column)})`, read: text => String(JSON.parse(text)) },
  now: async (_tx, clock) => clock(),
  // Its threads are told by messages, and other processes look now and then.
  tell: async () => undefined,
  write: oneWriter,
  alone: oneWriter,
}

/** How often a transaction is tried beside all others. Those that lost more often are done one after another, beside nobody. */
const BESIDE_OTHERS = 3

/** Waits until it is alone before the transaction begins, so that it sees what the ones before changed. */
const inTurn: Writing = (db, work) =>
  db.connection().execute(async one => {
    await sql`select pg_advisory_lock(${sql.lit(TURN)})`.execute(one)
    try {
      return await one.transaction().execute(work)
    } finally {
      // Where the connection was lost, the lock has ended with it.
      await sql`select pg_advisory_unlock(${sql.lit(TURN)})`.execute(one).catch(() => undefined)
    }
  })

const POSTGRES: Differences = {
  ddl: postgresDdl,
  async version(tx) {
    await requireServer(tx)
    await sql`create table if not exists schema_version (version bigint not null)`.execute(tx)
    const found = await sql<{ version: number }>`select version from schema_version`.execute(tx)
    const named = await sql<{ name: string }>`select current_database()::text as name`.execute(tx)
    return { version: found.rows[0]?.version ?? 0, called: `database "${named.rows[0]?.name ?? ''}"` }
  },
  async foundVersion(db) {
    const there = await sql<{ there: boolean }>`select to_regclass('schema_version') is not null as there`.execute(db)
    if (there.rows[0]?.there !== true) return 0
    return (await sql<{ version: number }>`select version from schema_version`.execute(db)).rows[0]?.version ?? 0
  },
  async setVersion(tx, version) {
    await sql`delete from schema_version`.execute(tx)
    await sql`insert into schema_version (version) values (${version})`.execute(tx)
  },
  whole: { select: column => sql<string>`${sql.ref(column)}`, read: text => text },
  async now(tx, clock) {
    if (clock !== Date.now) return clock()
    const asked = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`
    const [row] = (await asked.execute(tx)).rows
    return row?.now ?? clock()
  },
  async tell(tx, channel, line) {
    await sql`select pg_notify(${channel}, ${line})`.execute(tx)
  },
  write: (db, work) => again(tries => (tries <= BESIDE_OTHERS ? oneWriter(db, work) : inTurn(db, work))),
  alone: (db, work) => again(() => inTurn(db, work)),
}

const OLDEST = 15

/** The server cannot hold the state of this program. */
export class UnfitServer extends Error {
  override readonly name = 'UnfitServer'
  readonly code = 'unfit_server'
}

async function requireServer(tx: Database): Promise<void> {
  const asked = sql<Server>`select
    version()::text as product,
    current_setting('server_version_num')::bigint / 10000 as version,
    current_setting('server_encoding')::text as encoding`
  const [server] = (await asked.execute(tx)).rows
  const why = server && unfitBecause(server)
  if (why !== undefined) throw new UnfitServer(why)
}

/** What a server says of itself: its name with its version, its major version as PostgreSQL counts, and the encoding of the database. */
interface Server {
  readonly product: string
  readonly version: number
  readonly encoding: string
}

/**
 * Why a server cannot hold the state; undefined where it can. Others speak as PostgreSQL does, and call themselves so by number: CockroachDB takes
 * `pg_advisory_lock` and locks nothing, so two could spend the same credits, and it has no `LISTEN`.
 */
export function unfitBecause({ product, version, encoding }: Server): string | undefined {
  if (!product.startsWith('PostgreSQL '))
    return `This is ${product.split(' ', 1)[0]}; translation-mcp needs PostgreSQL itself: its locks and notifications keep credits and work right.`
  if (version < OLDEST) return `This is PostgreSQL ${version}; translation-mcp needs version ${OLDEST} or later.`
  if (encoding === 'UTF8') return undefined
  const made = `create database … encoding 'UTF8' template template0`
  return `The database has the encoding ${encoding}; translation-mcp needs UTF8: ${made}.`
}
