import { type ExpressionWrapper, type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** True where a column has `text` anywhere in it. Letters count as they are, since databases differ in that: fold both before. */
export function contains<Table extends keyof Schema>(
  column: ExpressionWrapper<Schema, Table, string>,
  text: string,
): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${column} like ${pattern} escape '\\'`
}
