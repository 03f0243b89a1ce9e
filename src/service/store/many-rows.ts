import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { differencesOf } from './dialects/differences.ts'

/** The most statements that are kept for each way of inserting and kind of database. */
const KEPT = 16

type Kept = Map<number, CompiledQuery>

/**
 * Makes an insert of many rows whose statement is compiled once for each number of rows: to build and compile one for some hundred rows
 * takes as long as to run it. `columns` are all that a row has; `build` adds no parameter of its own.
 *
 * @throws {Error} by the insert where `build` adds parameters
 */
export function insertOfMany<Row extends object>(
  columns: readonly (keyof Row)[],
  build: (tx: Database, rows: readonly Row[]) => { compile(): CompiledQuery },
): (tx: Database, rows: readonly Row[]) => Promise<void> {
  const statements = new WeakMap<object, Kept>()
  const inOrder = (row: Row): Row => ({ ...Object.fromEntries(columns.map(column => [column, row[column]])), ...row })
  return async (tx, rows) => {
    if (rows.length === 0) return
    const differences = differencesOf(tx)
    const kept: Kept = statements.get(differences) ?? new Map()
    statements.set(differences, kept)
    const parameters: Row[keyof Row][] = []
    for (const row of rows) for (const column of columns) parameters.push(row[column])
    const compiled = kept.get(rows.length) ?? compiledFor(build(tx, rows.map(inOrder)), parameters.length)
    kept.delete(rows.length)
    kept.set(rows.length, compiled)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    await tx.executeQuery({ ...compiled, parameters })
  }
}

/** The statement alone, without the texts among its parameters. */
function compiledFor(insert: { compile(): CompiledQuery }, parameters: number): CompiledQuery {
  const compiled = insert.compile()
  if (compiled.parameters.length !== parameters) throw new Error('An insert of many rows has other parameters.')
  return { ...compiled, parameters: [] }
}
