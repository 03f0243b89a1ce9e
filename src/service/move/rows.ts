import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../store/database.ts'
import { differencesOf } from '../store/dialects/differences.ts'
import type { Schema } from '../store/schema.ts'

/**
 * The tables, each after those that its rows refer to; null for what every database says of itself. A table that is missing here does not
 * compile.
 */
const ORDER = {
  ...{ workspaces: 1, members: 2, api_keys: 3, credit_grants: 4, batches: 5, credit_reservations: 6, plans: 7 },
  ...{ translations: 8, segments: 9, memory: 10, remembered: 11, results: 12, idempotency_keys: 13, rate_windows: 14 },
  ...{ glossaries: 15, glossary_terms: 16, uploads: 17, oauth_artifacts: 18, connections: 19, audit_events: 20 },
  ...{ sign_in_tries: 21, invitations: 22, service_facts: 23, spending_questions: 24, allowances: 25 },
  ...{
    allowance_uses: 26,
    spendings: 27,
    spending_limits: 28,
    usage_days: 29,
    batch_languages: 30,
    upload_addresses: 31,
    attempt_windows: 32,
  },
  ...{ schema_reach: null, folder_holders: null },
} as const satisfies Readonly<Record<keyof Schema, number | null>>

export type TableName = keyof Schema

export const TABLES: readonly TableName[] = namesOf(ORDER)

function namesOf<Name extends string>(order: Readonly<Record<Name, number | null>>): readonly Name[] {
  const named: { name: Name; place: number }[] = []
  for (const name in order) {
    const place = order[name]
    if (place !== null) named.push({ name, place })
  }
  return named.sort((a, b) => a.place - b.place).map(({ name }) => name)
}

/** The fact in the target that says how far a move is; it belongs to no source. */
export const MOVING_FACT = 'moving'

/** How a table lies in the database file that it is read from. */
export interface MovedTable {
  readonly name: TableName
  readonly columns: readonly Column[]
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[]
}

interface Column {
  readonly name: string
  readonly text: boolean
}

export type Value = string | number | null
/** A row: its values in the order of the columns of its table. */
export type MovedRow = readonly Value[]

/** Reads how a table lies in a database file. */
export async function tableIn(db: Database, name: TableName): Promise<MovedTable> {
  const asked = sql<{ name: string; type: string; pk: number }>`select name, type, pk from pragma_table_info(${name})`
  const { rows } = await asked.execute(db)
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    columns: rows.map(column => ({ name: column.name, text: column.type.toLowerCase() === 'text' })),
    key: key.map(column => column.name),
  }
}

/** How many rows are read and written at a time. */
const PAGE = 500

/** The rows of a table that follow the one with this key, in pages, in the order of keys. */
export async function* pagesOf(db: Database, table: MovedTable, after?: MovedRow): AsyncGenerator<readonly MovedRow[]> {
  const { whole } = differencesOf(db)
  const key = sql.join(table.key.map(name => sql.ref(name)))
  const columns = table.columns.map(({ name, text }): RawBuilder<unknown> => {
    const column = sql.ref(name)
    return text ? sql`case when ${column} is null then null else ${whole.select(name)} end as ${column}` : column
  })
  const ours = table.name === 'service_facts' ? sql`name <> ${MOVING_FACT}` : sql`1 = 1`
  for (let last = after; ; ) {
    const later = last === undefined ? sql`1 = 1` : sql`(${key}) > (${sql.join([...last])})`
    const asked = sql<Record<string, Value>>`select ${sql.join(columns)} from ${sql.table(table.name)}
      where ${ours} and ${later} order by ${key} limit ${sql.lit(PAGE)}`
    const rows = (await asked.execute(db)).rows.map(found =>
      table.columns.map(({ name, text }): Value => {
        const value = found[name] ?? null
        return text && typeof value === 'string' ? whole.read(value) : value
      }),
    )
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    if (rows.length < PAGE) return
    last = keyIn(table, end)
  }
}

export function keyIn({ columns, key }: MovedTable, row: MovedRow): MovedRow {
  return key.map(name => row[columns.findIndex(column => column.name === name)] ?? null)
}

/** Puts rows into a table. */
export async function insertRows(tx: Database, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(rows.map(row => sql`(${sql.join([...row])})`))
  await sql`insert into ${sql.table(table.name)} (${columns}) values ${values}`.execute(tx)
}

/** What is in a table: how many rows, and a digest of them that does not depend on their order. */
export interface Digest {
  readonly rows: number
  readonly sum: string
}

export async function digestOf(db: Database, table: MovedTable): Promise<Digest> {
  let rows = 0
  let sum = 0n
  for await (const page of pagesOf(db, table)) {
    rows += page.length
    for (const row of page) sum += BigInt(`0x${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`)
  }
  return { rows, sum: BigInt.asUintN(256, sum).toString(16) }
}
