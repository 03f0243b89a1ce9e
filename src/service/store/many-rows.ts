import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { differencesOf } from './dialects/differences.ts'

/** The most statements that are kept for each way of inserting and kind of database. */
const KEPT = 16

type Kept = Map<number, CompiledQuery>

/**
 * Makes an insert of many rows whose statement is compiled once for each number of rows: to build and compile one for some hundred rows
 * takes as long as to run it. All rows have the same columns in the same order, and `build` adds no parameter of its own.
 *
 * @throws {Error} by the insert where `build` adds parameters
 */
export function insertOfMany<Row extends object>(
  build: (tx: Database, rows: readonly Row[]) => { compile(): CompiledQuery },
): (tx: Database, rows: readonly Row[]) => Promise<void> {
  const statements = new WeakMap<object, Kept>()
  return async (tx, rows) => {
    const [first] = rows
    if (first === undefined) return
    const differences = differencesOf(tx)
    const kept: Kept = statements.get(differences) ?? new Map()
    statements.set(differences, kept)
    const parameters = rows.flatMap(row => Object.values(row))
    const compiled = kept.get(rows.length) ?? build(tx, rows).compile()
    if (compiled.parameters.length !== parameters.length)
      throw new Error('An insert of many rows has other parameters.')
    kept.delete(rows.length)
    // The statement alone: its parameters hold texts.
    kept.set(rows.length, { ...compiled, parameters: new Array(parameters.length) })
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    await tx.executeQuery({ ...compiled, parameters })
  }
}
