import { type RawBuilder, sql } from 'kysely'

/** A text column as JSON. libsql cuts a plain text off at U+0000; quoted, it comes back whole. Read it with `unquoted`. */
export function quotedColumn(column: string): RawBuilder<string> {
  return sql<string>`json_quote(${sql.ref(column)})`
}

/** The text that `quotedColumn` gave. */
export function unquoted(text: string): string {
  return String(JSON.parse(text))
}
