/** Pairs of source and translation that a project's own files have, as the command that keeps them in step told the memory. */
import { hash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { type Database, write } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { insertOfMany } from './many-rows.ts'
import { REMEMBERED } from './memory.ts'
import type { EarlierAsked } from './memory-reading.ts'
import { type RememberedRow, TOLD } from './memory-rows.ts'
import type { Schema } from './schema.ts'

const ROWS_AT_ONCE = 500

/** The line of what is told, by its name in the project: no hash of a text is like it, and those of one project stand together. */
export function toldLine(project: string, name: string): string {
  return `told:${project}:${hash('sha256', name, 'base64url')}`
}

function isTold({ workspace_id, project, source_language, target_language }: EarlierAsked) {
  return (is: ExpressionBuilder<Schema, 'remembered'>) =>
    is.and([
      is('workspace_id', '=', workspace_id),
      is('line', '>=', `told:${project}:`),
      is('line', '<', `told:${project};`),
      is.and({ project, source_language, target_language, author: TOLD }),
    ])
}

export type ToldPair = Pick<RememberedRow, 'source' | 'text' | 'corrected'>

/** What the memory was told of a project in a pair of languages: a person's work first, then what came last. At most `limit` of it. */
export async function toldPairs(db: Database, asked: EarlierAsked, limit: number): Promise<ToldPair[]> {
  const { whole } = differencesOf(db)
  const rows = await db
    .selectFrom('remembered')
    .select(['corrected', whole.select('source').as('source'), whole.select('text').as('text')])
    .where(isTold(asked))
    .orderBy('corrected', 'desc')
    .orderBy('used_at', 'desc')
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...row, source: whole.read(row.source), text: whole.read(row.text) }))
}

/** What was made or taken over under the same line stays. */
const putTold = insertOfMany<RememberedRow>(REMEMBERED, (tx, rows) =>
  tx
    .insertInto('remembered')
    .values(rows)
    .onConflict(on => on.columns(['workspace_id', 'line', 'project']).doNothing()),
)

/** Puts what is told of a project in a pair of languages in place of what was told of it before. */
export async function replaceTold(db: Database, asked: EarlierAsked, rows: readonly RememberedRow[]): Promise<void> {
  await write(db, async tx => {
    await tx.deleteFrom('remembered').where(isTold(asked)).execute()
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await putTold(tx, rows.slice(from, from + ROWS_AT_ONCE))
  })
}
