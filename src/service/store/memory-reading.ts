import type { Database } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { lookUpList } from './look-up-list.ts'
import { type MemoryPart, withinPart } from './memory.ts'
import type { RememberedRow } from './memory-rows.ts'

const ROWS_AT_ONCE = 500

/** What of a remembered translation is given out. */
export type ExportedRow = Pick<
  RememberedRow,
  'line' | 'project' | 'source_language' | 'target_language' | 'source' | 'text' | 'part' | 'file_name' | 'engine'
> &
  Pick<RememberedRow, 'author' | 'corrected' | 'created_at'>

/** The translations of a part of a memory, page by page, in a steady order. */
export async function* rememberedRows(
  db: Database,
  workspaceId: string,
  part: MemoryPart,
): AsyncGenerator<readonly ExportedRow[]> {
  const { whole } = differencesOf(db)
  let after: Pick<RememberedRow, 'line' | 'project'> | undefined
  for (;;) {
    const from = after
    const rows = await db
      .selectFrom('remembered')
      .select(['line', 'project', 'source_language', 'target_language', 'part', 'file_name', 'engine', 'author'])
      .select(['corrected', 'created_at', whole.select('source').as('source'), whole.select('text').as('text')])
      .where(withinPart(workspaceId, part))
      .$if(from !== undefined, query =>
        query.where(is => is(is.refTuple('line', 'project'), '>', is.tuple(from?.line ?? '', from?.project ?? ''))),
      )
      .orderBy('line')
      .orderBy('project')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (rows.length > 0) yield rows.map(row => ({ ...row, source: whole.read(row.source), text: whole.read(row.text) }))
    after = rows.at(-1)
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** An earlier translation of some text, and whether it was made for the project that asks, or for none. */
export interface EarlierLine {
  readonly source: string
  readonly text: string
  readonly own: boolean
}

/** The languages of what is looked up, and who asks. */
export interface EarlierAsked {
  readonly workspace_id: string
  readonly project: string
  readonly source_language: string
  readonly target_language: string
}

/** The translations of a pair of languages that were used last, the project's own before those of others. At most `limit` of them. */
export async function latestLines(db: Database, asked: EarlierAsked, limit: number): Promise<EarlierLine[]> {
  const rows = await earlier(db, asked).orderBy('used_at', 'desc').limit(limit).execute()
  return read(db, asked, rows)
}

/** Translations of these texts under whatever key and conditions, by the hash of the text (translation/line.ts), the own ones first. */
export async function linesOfTexts(
  db: Database,
  asked: EarlierAsked,
  textHashes: readonly string[],
): Promise<ReadonlyMap<string, EarlierLine>> {
  if (textHashes.length === 0) return new Map()
  const rows = await earlier(db, asked)
    .select('text_hash')
    .where('text_hash', 'in', lookUpList(textHashes))
    .orderBy('used_at', 'desc')
    .execute()
  const lines = read(db, asked, rows)
  const found = new Map<string, EarlierLine>()
  for (const [at, { text_hash }] of rows.entries()) {
    const line = lines[at]
    if (line !== undefined && (line.own || !found.has(text_hash)) && found.get(text_hash)?.own !== true) {
      found.set(text_hash, line)
    }
  }
  return found
}

function earlier(db: Database, { workspace_id, source_language, target_language }: EarlierAsked) {
  const { whole } = differencesOf(db)
  return db
    .selectFrom('remembered')
    .select(['project', whole.select('source').as('source'), whole.select('text').as('text')])
    .where('workspace_id', '=', workspace_id)
    .where('source_language', '=', source_language)
    .where('target_language', '=', target_language)
}

function read(
  db: Database,
  { project }: EarlierAsked,
  rows: readonly { project: string; source: string; text: string }[],
): EarlierLine[] {
  const { whole } = differencesOf(db)
  return rows.map(row => ({
    source: whole.read(row.source),
    text: whole.read(row.text),
    own: row.project === project || row.project === '',
  }))
}
