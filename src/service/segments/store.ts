import { sql } from 'kysely'
import { type Database, write } from '../store/database.ts'
import { holdsClaim } from '../store/leases.ts'
import type { HeldLease } from '../store/outcomes.ts'
import type { SegmentRow } from '../store/schema.ts'
import { inSlices } from '../store/slices.ts'

/** A segment as it is found in the file. */
export type NewSegment = Pick<
  SegmentRow,
  | 'number'
  | 'bundle'
  | 'source_hash'
  | 'text'
  | 'syntax'
  | 'part'
  | 'note'
  | 'max_length'
  | 'context_json'
  | 'sense'
  | 'slot'
  | 'suggestion_json'
  | 'words'
>

/** A literal in the SQL, not a parameter: only then the database uses the index of open segments. */
export const OPEN = sql<'open'>`'open'`
/** Keeps a statement below the database's number of parameters. */
const ROWS_AT_ONCE = 500

/** Adds open segments of a language. False when the claim was lost: nothing is added then. */
export function addSegments(
  db: Database,
  held: HeldLease,
  language: string,
  segments: readonly NewSegment[],
): Promise<boolean> {
  const fresh = { batch_id: held.id, language, state: 'open', refusals: 0 } as const
  const free = { problem: null, round: null, held_until: null, yields_at: null } as const
  const rows = segments.map(segment => ({ ...fresh, ...free, ...segment }))
  return write(db, async tx => {
    if (!(await holdsClaim(tx, held))) return false
    if (rows.length > 0) await tx.insertInto('segments').values(rows).execute()
    return true
  })
}

/** Those of these source hashes for which the batch has a segment or a translation in the language. */
export async function knownSourceHashes(
  db: Database,
  batchId: string,
  language: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const table of ['segments', 'translations'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('source_hash')
      .where('batch_id', '=', batchId)
      .where('language', '=', language)
      .where('source_hash', 'in', hashes)
      .execute()
    for (const row of rows) known.add(row.source_hash)
  }
  return known
}

/** Deletes all segments of a batch, in slices, so that no other writer waits long. */
export async function forgetSegments(db: Database, batchId: string): Promise<void> {
  await inSlices(() => forgetSlice(db, batchId), ROWS_AT_ONCE)
}

/**
 * Deletes all segments of a batch while a claim holds. False when the claim was lost: another worker may have extracted the batch by
 * then, and its segments may have been handed out.
 */
export async function forgetOwnSegments(db: Database, held: HeldLease): Promise<boolean> {
  for (;;) {
    const gone = await write(db, async tx =>
      (await holdsClaim(tx, held)) ? await forgetSlice(tx, held.id) : undefined,
    )
    if (gone === undefined) return false
    if (gone < ROWS_AT_ONCE) return true
  }
}

/** Deletes one slice of a batch's segments. Answers with their number. */
async function forgetSlice(db: Database, batchId: string): Promise<number> {
  const slice = db.selectFrom('segments').select(['language', 'number']).where('batch_id', '=', batchId)
  const result = await db
    .deleteFrom('segments')
    .where('batch_id', '=', batchId)
    .where(is => is(is.refTuple('language', 'number'), 'in', slice.limit(ROWS_AT_ONCE).$asTuple('language', 'number')))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** How many segments of a language there are, and how much of it is open. */
export interface Openness {
  readonly language: string
  readonly total: number
  readonly remaining: number
  /** Words of the source. */
  readonly words: number
}

/** How much is open in each of these languages, in their order. */
export async function opennessOf(db: Database, batchId: string, languages: readonly string[]): Promise<Openness[]> {
  const found: Openness[] = []
  for (const language of languages) {
    const all = await ofLanguage(db, batchId, language)
      .select(({ fn }) => fn.max<number | null>('number').as('total'))
      .executeTakeFirst()
    const open = await ofLanguage(db, batchId, language)
      .where('state', '=', OPEN)
      .select(({ fn }) => [fn.countAll<number>().as('remaining'), fn.sum<number | null>('words').as('words')])
      .executeTakeFirst()
    found.push({ language, total: all?.total ?? 0, remaining: open?.remaining ?? 0, words: open?.words ?? 0 })
  }
  return found
}

/** The segments of these numbers, by number; those that do not exist are missing. */
export async function findSegments(
  db: Database,
  batchId: string,
  language: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SegmentRow>> {
  const rows = await ofLanguage(db, batchId, language)
    .where('number', 'in', numbers)
    .selectAll()
    .orderBy('number')
    .execute()
  return new Map(rows.map(row => [row.number, row]))
}

/** All segments of a language, for a query to go on from. */
export function ofLanguage(db: Database, batchId: string, language: string) {
  return db.selectFrom('segments').where('batch_id', '=', batchId).where('language', '=', language)
}
