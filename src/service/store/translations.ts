import { type Database, write } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { holdsClaim } from './leases.ts'
import { lookUpList } from './look-up-list.ts'
import { insertOfMany } from './many-rows.ts'
import { type HeldLease, NO_ERROR } from './outcomes.ts'
import type { TranslationRow } from './schema.ts'
import { inSlices } from './slices.ts'
import { bookUsage, type EngineCharge } from './spendings.ts'

/** A finished segment. `finding` says why its source is kept, `note` what a person may want to look at; null when all is well. */
export type Kept = Pick<TranslationRow, 'source_hash' | 'text' | 'finding'> &
  Partial<Pick<TranslationRow, 'repaired' | 'note'>>

/**
 * Keeps finished segments at once, so that a killed job asks for none twice. This is progress: the attempts of the job count from 0
 * again, and the note of an engine that it waited for is removed. False when the claim was lost: nothing is kept then, since another
 * worker may have ended the batch, or its caller may have answered since. `charge` is what the engine charged until now: it is
 * booked in the transaction that keeps what it was charged for, or before, so that nothing is kept that was not booked.
 */
export function keepTranslations(
  db: Database,
  held: HeldLease,
  language: string,
  kept: readonly Kept[],
  charge: EngineCharge = { used: 0, ended: 0 },
): Promise<boolean> {
  return write(db, async tx => {
    if (charge.used > 0 || charge.ended > 0) await bookUsage(tx, held.id, charge)
    if (kept.length === 0) return true
    if (!(await holdsClaim(tx, held))) return false
    const rows = kept.map(({ source_hash, text, finding, repaired = 0, note = null }) => ({
      batch_id: held.id,
      language,
      source_hash,
      text,
      finding,
      repaired,
      note,
    }))
    await putTranslations(tx, rows)
    await tx
      .updateTable('batches')
      .set({ attempts: 0, ...NO_ERROR })
      .where('id', '=', held.id)
      .execute()
    return true
  })
}

/**
 * Keeps rows in place of earlier ones for the same segments. Of two for one segment the last counts. They are written in the order of
 * their keys: of many at once, those that share a page stand beside each other.
 */
export async function putTranslations(tx: Database, rows: readonly TranslationRow[]): Promise<void> {
  const last = new Map(rows.map(row => [row.source_hash, row]))
  const hashes = [...last.keys()].sort()
  for (let from = 0; from < hashes.length; from += ROWS_AT_ONCE) {
    await insertTranslations(
      tx,
      hashes.slice(from, from + ROWS_AT_ONCE).flatMap(hash => last.get(hash) ?? []),
    )
  }
}

const TRANSLATION = ['batch_id', 'language', 'source_hash', 'text', 'finding', 'repaired', 'note'] as const

const insertTranslations = insertOfMany<TranslationRow>(TRANSLATION, (tx, rows) =>
  tx
    .insertInto('translations')
    .values(rows)
    .onConflict(on =>
      on.columns(['batch_id', 'language', 'source_hash']).doUpdateSet(is => ({
        text: is.ref('excluded.text'),
        finding: is.ref('excluded.finding'),
        repaired: is.ref('excluded.repaired'),
        note: is.ref('excluded.note'),
      })),
    ),
)

const ROWS_AT_ONCE = 500

/** Forgets the segments of a batch that has ended, in slices, so that no other writer waits long. */
export async function forgetTranslations(db: Database, batchId: string): Promise<void> {
  await inSlices(async rows => {
    const slice = db.selectFrom('translations').select(['language', 'source_hash']).where('batch_id', '=', batchId)
    const result = await db
      .deleteFrom('translations')
      .where('batch_id', '=', batchId)
      .where(is =>
        is(is.refTuple('language', 'source_hash'), 'in', slice.limit(rows).$asTuple('language', 'source_hash')),
      )
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  }, ROWS_AT_ONCE)
}

/** A kept segment. */
export type KeptTranslation = Pick<TranslationRow, 'source_hash' | 'text' | 'finding' | 'repaired' | 'note'>

/** A kept segment with the number it was handed out under; null where it was not handed out. */
export type NumberedTranslation = KeptTranslation & { readonly number: number | null }

/** What is kept of these segments in one language, by source hash. Ask for some hundred at a time: each is a parameter. */
export async function findTranslations(
  db: Database,
  batchId: string,
  language: string,
  sourceHashes: readonly string[],
): Promise<ReadonlyMap<string, KeptTranslation>> {
  if (sourceHashes.length === 0) return new Map()
  return readKept(db, await keptOf(db, batchId, language, sourceHashes).execute())
}

/** The same with the numbers that they were handed out under, which costs a look-up each. */
export async function findNumberedTranslations(
  db: Database,
  batchId: string,
  language: string,
  sourceHashes: readonly string[],
): Promise<ReadonlyMap<string, NumberedTranslation>> {
  if (sourceHashes.length === 0) return new Map()
  const rows = await keptOf(db, batchId, language, sourceHashes)
    .leftJoin('segments as handed', join =>
      join
        .onRef('handed.batch_id', '=', 'kept.batch_id')
        .onRef('handed.language', '=', 'kept.language')
        .onRef('handed.source_hash', '=', 'kept.source_hash'),
    )
    .select('handed.number')
    .execute()
  return readKept(db, rows)
}

function keptOf(db: Database, batchId: string, language: string, sourceHashes: readonly string[]) {
  return db
    .selectFrom('translations as kept')
    .select(['kept.source_hash', 'kept.finding', 'kept.repaired', 'kept.note'])
    .select(differencesOf(db).whole.select('kept.text').as('text'))
    .where('kept.batch_id', '=', batchId)
    .where('kept.language', '=', language)
    .where('kept.source_hash', 'in', lookUpList(sourceHashes))
}

/** Rows by source hash. Each is used as it came: a copy of each costs as much as reading it. */
function readKept<Row extends { readonly source_hash: string; text: string }>(db: Database, rows: readonly Row[]) {
  const { whole } = differencesOf(db)
  const kept = new Map<string, Row>()
  for (const row of rows) {
    row.text = whole.read(row.text)
    kept.set(row.source_hash, row)
  }
  return kept
}

/** Those of these source hashes for which something is kept in one language. */
export async function keptAmong(
  db: Database,
  batchId: string,
  language: string,
  sourceHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sourceHashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('translations')
    .select('source_hash')
    .where('batch_id', '=', batchId)
    .where('language', '=', language)
    .where('source_hash', 'in', lookUpList(sourceHashes))
    .execute()
  return new Set(rows.map(row => row.source_hash))
}

/** True where anything is kept of a batch in one language. */
export async function keepsAny(db: Database, batchId: string, language: string): Promise<boolean> {
  const rows = db.selectFrom('translations').select('source_hash').where('batch_id', '=', batchId)
  return (await rows.where('language', '=', language).limit(1).executeTakeFirst()) !== undefined
}
