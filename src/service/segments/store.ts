import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Checked } from '../../checks/index.ts'
import type { PlaceholderSyntax } from '../../formats/index.ts'
import { type Database, write } from '../store/database.ts'
import { holdsClaim } from '../store/leases.ts'
import type { HeldLease } from '../store/outcomes.ts'
import type { Schema, SegmentRow } from '../store/schema.ts'
import { cutRound, type Hold, type RoundLimits } from './round-rules.ts'

type Segment = Selectable<SegmentRow>

/** A segment as it is found in the file. */
export type NewSegment = Pick<
  SegmentRow,
  'number' | 'bundle' | 'source_hash' | 'text' | 'syntax' | 'part' | 'note' | 'max_length' | 'words'
>

/** A literal in the SQL, not a parameter: only then the database uses the index of open segments. */
const OPEN = sql<'open'>`'open'`
/** Keeps a statement below the database's number of parameters. */
const ROWS_AT_ONCE = 1000

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
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const table of ['segments', 'translations'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('source_hash')
      .where('batch_id', '=', batchId)
      .where('language', '=', language)
      .where('source_hash', 'in', names)
      .execute()
    for (const row of rows) known.add(row.source_hash)
  }
  return known
}

/** Deletes all segments of a batch, in slices, so that no other writer waits long. */
export async function forgetSegments(db: Database, batchId: string): Promise<void> {
  while ((await forgetSlice(db, batchId)) === ROWS_AT_ONCE) {}
}

/** The same while a claim holds; false when it was lost. Whoever has the batch then may have handed some of them out. */
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

/** How much of a language is open. */
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
): Promise<ReadonlyMap<number, Segment>> {
  const rows = await ofLanguage(db, batchId, language).where('number', 'in', numbers).selectAll().execute()
  return new Map(rows.map(row => [row.number, row]))
}

export interface RoundRequest {
  readonly batchId: string
  readonly language: string
  readonly limits: RoundLimits
  /** For a work file: a round that takes nothing over from others. */
  readonly whole: boolean
  /** Names the round. */
  readonly round: string
  readonly hold: Hold
  readonly now: number
}

/**
 * Hands out the next round: segments that are reserved for nobody, else, unless it is for a work file, some that may be taken over.
 * Empty when there are none. Call it inside a writing transaction: two callers at once then get different segments.
 */
export async function takeRound(tx: Database, asked: RoundRequest): Promise<Segment[]> {
  const free = await candidates(tx, asked, is =>
    is.or([is('held_until', 'is', null), is('held_until', '<=', asked.now)]),
  )
  const found =
    free.length > 0 || asked.whole ? free : await candidates(tx, asked, is => is('yields_at', '<=', asked.now))
  const round = cutRound(found, asked.limits)
  const numbers = round.map(({ number }) => number)
  if (round.length > 0) {
    await tx
      .updateTable('segments')
      .set({ round: asked.round, ...asked.hold })
      .where('batch_id', '=', asked.batchId)
      .where('language', '=', asked.language)
      .where('number', 'in', numbers)
      .execute()
  }
  return round
}

type Condition = (is: ExpressionBuilder<Schema, 'segments'>) => ReturnType<ExpressionBuilder<Schema, 'segments'>['or']>

/** Enough open segments to cut a round from: one more than fits; of a bundle that is larger than a round, all. */
async function candidates(tx: Database, asked: RoundRequest, condition: Condition): Promise<Segment[]> {
  const open = ofLanguage(tx, asked.batchId, asked.language).where('state', '=', OPEN).where(condition).selectAll()
  const ordered = open.orderBy('bundle').orderBy('number')
  const rows = await ordered.limit(asked.limits.segments + 1).execute()
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || first.bundle !== last?.bundle) return rows
  return ordered.where('bundle', '=', first.bundle).execute()
}

/** When the next segments that are reserved for others become free, in milliseconds; null when nothing is open. */
export async function nextRelease(db: Database, { batchId, language, whole }: RoundRequest): Promise<number | null> {
  const row = await ofLanguage(db, batchId, language)
    .where('state', '=', OPEN)
    .select(({ fn }) => fn.min<number | null>(whole ? 'held_until' : 'yields_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** A segment as it is shown and checked. */
export function checkedOf({ text, syntax, note, max_length }: Segment): Checked {
  return {
    text,
    ...(isSyntax(syntax) && { syntax }),
    ...(note !== null && { note }),
    ...(max_length !== null && { max_length }),
  }
}

const SYNTAXES: ReadonlySet<string | null> = new Set<PlaceholderSyntax>([
  ...(['general', 'printf', 'icu', 'shell', 'tilde', 'boost'] as const),
])

function isSyntax(syntax: string | null): syntax is PlaceholderSyntax {
  return SYNTAXES.has(syntax)
}

/** What an answer did to a segment. */
export interface Settled {
  readonly number: number
  readonly state: SegmentRow['state']
  readonly refusals: number
  readonly problem: string | null
}

/** Writes down the new state of answered segments, which are reserved for nobody then. */
export async function settleSegments(
  tx: Database,
  batchId: string,
  language: string,
  settled: readonly Settled[],
): Promise<void> {
  const free = { round: null, held_until: null, yields_at: null } as const
  const set = (numbers: readonly number[], change: Partial<SegmentRow>) =>
    tx
      .updateTable('segments')
      .set({ ...free, ...change })
      .where('batch_id', '=', batchId)
      .where('language', '=', language)
      .where('number', 'in', numbers)
      .execute()
  const answered = settled.filter(({ state }) => state === 'answered').map(({ number }) => number)
  if (answered.length > 0) await set(answered, { state: 'answered', problem: null })
  for (const { number, ...change } of settled) if (change.state !== 'answered') await set([number], change)
}

/** Ends the reservation of the open segments of these rounds. */
export async function releaseRounds(tx: Database, batchId: string, language: string, rounds: readonly string[]) {
  if (rounds.length === 0) return
  await tx
    .updateTable('segments')
    .set({ round: null, held_until: null, yields_at: null })
    .where('batch_id', '=', batchId)
    .where('language', '=', language)
    .where('state', '=', OPEN)
    .where('round', 'in', rounds)
    .execute()
}

function ofLanguage(db: Database, batchId: string, language: string) {
  return db.selectFrom('segments').where('batch_id', '=', batchId).where('language', '=', language)
}
